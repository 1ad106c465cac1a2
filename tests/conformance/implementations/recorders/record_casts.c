// Records the conversions to integers of Arm (FCVTNS, FCVTNU and so on) and of RISC-V (FCVT.W.S and so on) as QEMU executes
// them. Freestanding: only system calls. `floats` is made as record_casts.js says:
//
//     clang --target=aarch64-linux-gnu -O1 -ffreestanding -nostdlib -static -fuse-ld=lld record_casts.c -o arm_casts
//     clang --target=riscv64-linux-gnu -march=rv64gc -mabi=lp64d -O1 -ffreestanding -nostdlib -static -fuse-ld=lld \
//       -mno-relax record_casts.c -o riscv_casts
//     (qemu-aarch64-static ./arm_casts < floats; qemu-riscv64-static ./riscv_casts < floats) | gzip -9n > isa_casts.gz
typedef unsigned long Word;

static long system_call(long number, long a, long b, long c) {
#if defined(__aarch64__)
  register long n asm("x8") = number, r asm("x0") = a, x1 asm("x1") = b, x2 asm("x2") = c;
  asm volatile("svc 0" : "+r"(r) : "r"(n), "r"(x1), "r"(x2) : "memory");
#else
  register long n asm("a7") = number, r asm("a0") = a, x1 asm("a1") = b, x2 asm("a2") = c;
  asm volatile("ecall" : "+r"(r) : "r"(n), "r"(x1), "r"(x2) : "memory");
#endif
  return r;
}

struct Conversion {
  const char* name;
  int from, to;  // widths
  int is_signed;
  Word (*convert)(Word);
};

#if defined(__aarch64__)
#define CONVERSION(mode, sign, from, to, letter, in, out)                                                               \
  static Word fcvt##mode##sign##_##from##_##to(Word x) {                                                                \
    Word y;                                                                                                             \
    asm("fmov " letter "0, %" in "1\n fcvt" #mode #sign " %" out "0, " letter "0" : "=r"(y) : "r"(x) : "v0");           \
    return y;                                                                                                           \
  }
#define EVERY(mode)                                                                                                     \
  CONVERSION(mode, s, 32, 32, "s", "w", "w") CONVERSION(mode, u, 32, 32, "s", "w", "w")                                 \
  CONVERSION(mode, s, 32, 64, "s", "w", "x") CONVERSION(mode, u, 32, 64, "s", "w", "x")                                 \
  CONVERSION(mode, s, 64, 32, "d", "x", "w") CONVERSION(mode, u, 64, 32, "d", "x", "w")                                 \
  CONVERSION(mode, s, 64, 64, "d", "x", "x") CONVERSION(mode, u, 64, 64, "d", "x", "x")
EVERY(n) EVERY(z) EVERY(m) EVERY(p) EVERY(a)
#define ROW(mode, from, to)                                      \
  {"arm.fcvt" #mode "s", from, to, 1, fcvt##mode##s_##from##_##to}, \
  {"arm.fcvt" #mode "s", from, to, 0, fcvt##mode##u_##from##_##to}
#define ROWS(mode) ROW(mode, 32, 32), ROW(mode, 32, 64), ROW(mode, 64, 32), ROW(mode, 64, 64)
static const struct Conversion kConversions[] = {ROWS(n), ROWS(z), ROWS(m), ROWS(p), ROWS(a)};
#else
#define CONVERSION(mode, sign, from, to, type, move, result)                                                            \
  static Word fcvt_##mode##_##sign##_##from##_##to(Word x) {                                                            \
    Word y;                                                                                                             \
    asm("fmv." move ".x ft0, %1\n fcvt." result "." type " %0, ft0, " #mode : "=r"(y) : "r"(x) : "ft0");                 \
    return y;                                                                                                           \
  }
#define EVERY(mode)                                                                                                     \
  CONVERSION(mode, s, 32, 32, "s", "w", "w") CONVERSION(mode, u, 32, 32, "s", "w", "wu")                                \
  CONVERSION(mode, s, 32, 64, "s", "w", "l") CONVERSION(mode, u, 32, 64, "s", "w", "lu")                                \
  CONVERSION(mode, s, 64, 32, "d", "d", "w") CONVERSION(mode, u, 64, 32, "d", "d", "wu")                                \
  CONVERSION(mode, s, 64, 64, "d", "d", "l") CONVERSION(mode, u, 64, 64, "d", "d", "lu")
EVERY(rne) EVERY(rtz) EVERY(rdn) EVERY(rup) EVERY(rmm)
#define ROW(mode, from, to)                                            \
  {"riscv.fcvt." #mode, from, to, 1, fcvt_##mode##_s_##from##_##to}, \
  {"riscv.fcvt." #mode, from, to, 0, fcvt_##mode##_u_##from##_##to}
#define ROWS(mode) ROW(mode, 32, 32), ROW(mode, 32, 64), ROW(mode, 64, 32), ROW(mode, 64, 64)
static const struct Conversion kConversions[] = {ROWS(rne), ROWS(rtz), ROWS(rdn), ROWS(rup), ROWS(rmm)};
#endif

static char line[128];
static int length;

static void text(const char* s) {
  while (*s) line[length++] = *s++;
}
static void digits(Word bits, int width) {
  for (int shift = width - 4; shift >= 0; shift -= 4) line[length++] = "0123456789abcdef"[(bits >> shift) & 15];
}

static void print(const struct Conversion* c, Word x) {
  length = 0;
  text(c->name);
  text(c->from == 64 ? " f64>" : " f32>");
  text(c->is_signed ? "s" : "u");
  text(c->to == 64 ? "64 " : "32 ");
  digits(x, c->from);
  text(" ");
  digits(c->convert(x), c->to);
  text("\n");
  system_call(64, 1, (long)line, length);
}

static char next(void) {
  char c = 0;
  return system_call(63, 0, (long)&c, 1) == 1 ? c : 0;
}

void _start(void) {
#if !defined(__aarch64__)
  asm volatile(".option push\n .option norelax\n la gp, __global_pointer$\n .option pop");
#endif
  while (next() == 'f') {
    const int width = next() == '6' ? 64 : 32;
    next();
    next();
    Word x = 0;
    for (char c = next(); c != '\n' && c != 0; c = next()) x = x << 4 | (Word)(c <= '9' ? c - '0' : c - 'a' + 10);
    for (unsigned i = 0; i < sizeof kConversions / sizeof *kConversions; ++i)
      if (kConversions[i].from == width) print(&kConversions[i], x);
  }
  system_call(93, 0, 0, 0);
}
