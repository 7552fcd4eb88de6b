// As much of WebAssembly's binary format (1.0, chapter 5) as the scripts around the optimiser need.

/** Numbers of sections (§5.5.2). */
export const IMPORTS = 2;
const CODE = 10;
const DATA = 11;

/** An unsigned number (§5.2.2), and where the next thing begins. */
export function leb(bytes, at) {
  for (let value = 0, shift = 0; ; shift += 7, at++) {
    value |= (bytes[at] & 0x7f) << shift;
    if (bytes[at] < 0x80) return [value, at + 1];
  }
}

export function toLeb(value) {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...toLeb(value >>> 7)];
}

export function* sections(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const [size, start] = leb(bytes, at + 1);
    yield { id: bytes[at], start, body: bytes.slice(start, start + size) };
    at = start + size;
  }
}

/** The code of each function, in their order. */
export function codes(bytes) {
  const { body } = [...sections(bytes)].find(({ id }) => id === CODE);
  let [count, at] = leb(body, 0);
  return Array.from({ length: count }, () => {
    const [size, start] = leb(body, at);
    at = start + size;
    return body.slice(start, at);
  });
}

/** Of the first segment of data: where its bytes stand in the file, and in memory (`i32.const ADDRESS`, `end`). */
export function data(bytes) {
  const { start, body } = [...sections(bytes)].find(({ id }) => id === DATA);
  const [, segment] = leb(body, 0);
  const [address, end] = leb(body, segment + 2);
  const [size, first] = leb(body, end + 1);
  return { address, start: start + first, end: start + first + size };
}
