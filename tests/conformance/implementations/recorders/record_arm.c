// Records FMAX, FMIN, FMAXNM and FMINNM of Arm as QEMU executes them, FPCR being 0. Freestanding: only system calls.
//
//     clang --target=aarch64-linux-gnu -march=armv8.2-a+fp16 -O1 -ffreestanding -nostdlib -static -fuse-ld=lld record_arm.c
//     ./operands.py f64 f32 f16 | qemu-aarch64-static -cpu max ./a.out | gzip -9n > arm.gz
typedef unsigned long Word;

static long system_call(long number, long a, long b, long c) {
  register long x8 asm("x8") = number, x0 asm("x0") = a, x1 asm("x1") = b, x2 asm("x2") = c;
  asm volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
}

#define EXTREMUM(instruction, suffix, letter, mov)                                                     \
  static Word instruction##_##suffix(Word x, Word z) {                                                 \
    Word y;                                                                                            \
    asm("fmov " letter "0, %" mov "1\n fmov " letter "1, %" mov "2\n " #instruction " " letter "0, "   \
        letter "0, " letter "1\n fmov %" mov "0, " letter "0" : "=r"(y) : "r"(x), "r"(z) : "v0", "v1"); \
    return y;                                                                                          \
  }
#define EXTREMA(suffix, letter, mov)                                                 \
  EXTREMUM(fmax, suffix, letter, mov) EXTREMUM(fmin, suffix, letter, mov)            \
  EXTREMUM(fmaxnm, suffix, letter, mov) EXTREMUM(fminnm, suffix, letter, mov)
EXTREMA(f64, "d", "x")
EXTREMA(f32, "s", "w")
EXTREMA(f16, "h", "w")

static const char* const kNames[] = {"arm.fmax", "arm.fmin", "arm.fmaxnm", "arm.fminnm"};
static Word (*const kExtrema[3][4])(Word, Word) = {{fmax_f16, fmin_f16, fmaxnm_f16, fminnm_f16},
                                                   {fmax_f32, fmin_f32, fmaxnm_f32, fminnm_f32},
                                                   {fmax_f64, fmin_f64, fmaxnm_f64, fminnm_f64}};

static void print(const char* text, long length) {
  system_call(64, 1, (long)text, length);
}

static Word value_of(const char* digits, int count) {
  Word value = 0;
  for (int i = 0; i < count; ++i) value = value * 16 + (Word)(digits[i] <= '9' ? digits[i] - '0' : digits[i] - 'a' + 10);
  return value;
}

/// Prints a row for each instruction; `line` is `f32 xxxxxxxx zzzzzzzz`.
static void record(const char* line, long length) {
  const int width = (int)(length - 5) / 2;  // digits
  const Word x = value_of(line + 4, width), z = value_of(line + 5 + width, width);
  for (int i = 0; i < 4; ++i) {
    const Word y = kExtrema[width / 8][i](x, z);
    char digits[18] = " ";
    for (int k = 0; k < width; ++k) digits[1 + k] = "0123456789abcdef"[y >> (4 * (width - 1 - k)) & 15];
    digits[1 + width] = '\n';
    long name_length = 0;
    while (kNames[i][name_length]) ++name_length;
    print(kNames[i], name_length);
    print(" ", 1);
    print(line, length);
    print(digits, width + 2);
  }
}

void _start(void) {
  static char input[1 << 20];
  long size = 0;
  for (long n; (n = system_call(63, 0, (long)(input + size), (long)sizeof input - size)) > 0;) size += n;
  asm volatile("msr fpcr, xzr");
  for (long begin = 0, end; begin < size; begin = end + 1) {
    for (end = begin; input[end] != '\n';) ++end;
    record(input + begin, end - begin);
  }
  system_call(93, 0, 0, 0);
}
