// Records Math.max and Math.min of JavaScript and the f32 and f64 max and min of WebAssembly:
//
//     ./operands.py f64 f32 | node record.js | gzip -9n > javascript.gz
//
// Every call is made often enough before that the optimising compiler has had it.
const I32 = 0x7f, I64 = 0x7e;

// One function of a WebAssembly module: integers in and out, so that JavaScript touches no NaN.
const code = (load, extremum, store) => [9, 0, 0x20, 0, load, 0x20, 1, load, extremum, store, 0x0b];
const bodies = [
  code(0xbe, 0x97, 0xbc), code(0xbe, 0x96, 0xbc),  // f32.reinterpret_i32, f32.max or f32.min, i32.reinterpret_f32
  code(0xbf, 0xa5, 0xbd), code(0xbf, 0xa4, 0xbd),  // f64.reinterpret_i64, f64.max or f64.min, i64.reinterpret_f64
];
bodies.forEach((body) => (body[0] = body.length - 1));
const names = ['f32max', 'f32min', 'f64max', 'f64min'];
const section = (id, bytes) => [id, bytes.length, ...bytes];
const module_bytes = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, [2, 0x60, 2, I32, I32, 1, I32, 0x60, 2, I64, I64, 1, I64]),
  ...section(3, [4, 0, 0, 1, 1]),
  ...section(7, [4, ...names.flatMap((name, i) => [name.length, ...Buffer.from(name), 0, i])]),
  ...section(10, [4, ...bodies.flat()]),
]);
const wasm = new WebAssembly.Instance(new WebAssembly.Module(module_bytes)).exports;

const digits = (bits, width) => BigInt.asUintN(width, BigInt(bits)).toString(16).padStart(width / 4, '0');
const view = new DataView(new ArrayBuffer(24));
const by_math = (extremum, x, z) => {
  view.setBigUint64(0, x);
  view.setBigUint64(8, z);
  view.setFloat64(16, extremum(view.getFloat64(0), view.getFloat64(8)));
  return view.getBigUint64(16);
};
const maximum = (x, z) => Math.max(x, z);
const minimum = (x, z) => Math.min(x, z);
for (let i = 0n; i < 200000n; ++i) by_math(i % 2n ? maximum : minimum, i << 45n, i << 42n);

console.log('# row: function dtype x z y');
console.log(`# Node.js ${process.version}, V8 ${process.versions.v8}, ${process.arch}`);
for (const line of require('fs').readFileSync(0, 'utf8').trim().split('\n')) {
  const [dtype, x, z] = line.split(' ');
  const [a, b] = [BigInt('0x' + x), BigInt('0x' + z)];
  for (const which of ['max', 'min']) {
    const width = Number(dtype.slice(1));
    const y = width === 64 ? wasm[dtype + which](a, b) : wasm[dtype + which](Number(a), Number(b));
    console.log(`wasm.${which} ${line} ${digits(y, width)}`);
    if (width === 64) console.log(`javascript.${which} ${line} ${digits(by_math(Math[which], a, b), width)}`);
  }
}
