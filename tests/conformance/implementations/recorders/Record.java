import java.util.Scanner;

/**
 * Records Math.max and Math.min of Java, interpreted (-Xint) or compiled (-Xcomp):
 *
 * <pre>./operands.py f64 f32 > pairs; for m in int comp; do java -X$m Record.java $m < pairs; done | gzip -9n > java.gz</pre>
 */
final class Record {
  private static void print(String function, String[] pair, String digits) {
    System.out.println(String.join(" ", function, pair[0], pair[1], pair[2], digits));
  }

  private static void doubles(String suffix, String[] pair) {
    double x = Double.longBitsToDouble(Long.parseUnsignedLong(pair[1], 16));
    double z = Double.longBitsToDouble(Long.parseUnsignedLong(pair[2], 16));
    print("java.max" + suffix, pair, String.format("%016x", Double.doubleToRawLongBits(Math.max(x, z))));
    print("java.min" + suffix, pair, String.format("%016x", Double.doubleToRawLongBits(Math.min(x, z))));
  }

  private static void floats(String suffix, String[] pair) {
    float x = Float.intBitsToFloat(Integer.parseUnsignedInt(pair[1], 16));
    float z = Float.intBitsToFloat(Integer.parseUnsignedInt(pair[2], 16));
    print("java.max" + suffix, pair, String.format("%08x", Float.floatToRawIntBits(Math.max(x, z))));
    print("java.min" + suffix, pair, String.format("%08x", Float.floatToRawIntBits(Math.min(x, z))));
  }

  public static void main(String[] arguments) {
    String suffix = "/" + arguments[0];
    System.out.println("# row: function dtype x z y; `/int` interpreted, `/comp` compiled before the first call");
    System.out.println("# " + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + ", "
        + System.getProperty("os.arch"));
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      String[] pair = lines.nextLine().split(" ");
      if (pair[0].equals("f64")) doubles(suffix, pair);
      else floats(suffix, pair);
    }
  }
}
