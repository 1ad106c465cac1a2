import java.util.Scanner;

/**
 * Records the casts of Java from floating types, interpreted (-Xint) or compiled (-Xcomp); `floats` is made as
 * record_casts.js says:
 *
 * <pre>for m in int comp; do java -X$m RecordCasts.java $m < floats; done</pre>
 */
final class RecordCasts {
  private static void print(String suffix, String from, String to, String x, String format, Object y) {
    System.out.println("java.cast" + suffix + " " + from + ">" + to + " " + x + " " + String.format(format, y));
  }

  private static void doubles(String suffix, String x) {
    double value = Double.longBitsToDouble(Long.parseUnsignedLong(x, 16));
    print(suffix, "f64", "s8", x, "%02x", (byte) value);
    print(suffix, "f64", "s16", x, "%04x", (short) value);
    print(suffix, "f64", "s32", x, "%08x", (int) value);
    print(suffix, "f64", "s64", x, "%016x", (long) value);
  }

  private static void floats(String suffix, String x) {
    float value = Float.intBitsToFloat(Integer.parseUnsignedInt(x, 16));
    print(suffix, "f32", "s8", x, "%02x", (byte) value);
    print(suffix, "f32", "s16", x, "%04x", (short) value);
    print(suffix, "f32", "s32", x, "%08x", (int) value);
    print(suffix, "f32", "s64", x, "%016x", (long) value);
  }

  public static void main(String[] arguments) {
    System.out.println("# " + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    Scanner lines = new Scanner(System.in);
    while (lines.hasNext()) {
      String dtype = lines.next();
      String x = lines.next();
      if (dtype.equals("f64")) doubles("/" + arguments[0], x);
      else floats("/" + arguments[0], x);
    }
  }
}
