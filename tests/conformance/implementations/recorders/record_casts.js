// Records the saturating truncations of WebAssembly:
//
//     zcat ../recorded/composites_convert.gz | awk '/^[^#]/ {sub(">.*", "", $2); if ($2 ~ /f64|f32/) print $2, $3}' \
//       | sort -u > floats
//     (node record_casts.js < floats; ./record_casts < floats | grep -v clamp | sort -u; the rows of RecordCasts.java) \
//       | gzip -9n > casts.gz
//
// and the rows of `clamp`, of record_casts.rs, are rust_clamp.gz.
const I32 = 0x7f, I64 = 0x7e;

// One function of a WebAssembly module: integers in and out, so that JavaScript touches no NaN.
const names = ['f32>s32', 'f32>u32', 'f64>s32', 'f64>u32', 'f32>s64', 'f32>u64', 'f64>s64', 'f64>u64'];
const type = (name) => (name[1] === '6' ? 2 : 0) + (name.endsWith('64') ? 1 : 0);
const reinterpret = (name) => (name[1] === '6' ? 0xbf : 0xbe);  // f64.reinterpret_i64, f32.reinterpret_i32
const body = (name, i) => [7, 0, 0x20, 0, reinterpret(name), 0xfc, i, 0x0b];  // 0xfc i: trunc_sat i
const section = (id, bytes) => [id, bytes.length, ...bytes];
const types = [[I32, I32], [I32, I64], [I64, I32], [I64, I64]].flatMap(([from, to]) => [0x60, 1, from, 1, to]);
const module_bytes = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, [4, ...types]),
  ...section(3, [8, ...names.map(type)]),
  ...section(7, [8, ...names.flatMap((name, i) => [name.length, ...Buffer.from(name), 0, i])]),
  ...section(10, [8, ...names.flatMap(body)]),
]);
const wasm = new WebAssembly.Instance(new WebAssembly.Module(module_bytes)).exports;

const digits = (bits, width) => BigInt.asUintN(width, BigInt(bits)).toString(16).padStart(width / 4, '0');
console.log('# row: function from>to x y');
console.log(`# Node.js ${process.version}, V8 ${process.versions.v8}, ${process.arch}`);
for (const line of require('fs').readFileSync(0, 'utf8').trim().split('\n')) {
  const [dtype, x] = line.split(' ');
  const bits = BigInt('0x' + x);
  for (const name of names.filter((n) => n.startsWith(dtype))) {
    const y = wasm[name](dtype === 'f64' ? bits : Number(bits));
    console.log(`wasm.trunc_sat ${name} ${x} ${digits(y, Number(name.slice(-2)))}`);
  }
}
