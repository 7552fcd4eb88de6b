// Keccak-256, the hash of Ethereum: FIPS 202 with the padding of the earlier Keccak. docs/decisions.md says why it is
// our own.

/** Number of bytes that one application of the permutation takes in. */
const RATE = 136;
const ROUNDS = 24;

/** Returns the hash of fewer than 136 bytes, which are one block. */
export function keccak256(bytes: ArrayLike<number>): Uint8Array {
  // Lane `x + 5 * y` is two words, the lower half first. All hosts of JavaScript are little-endian.
  const words = new Int32Array(50);
  const block = new Uint8Array(words.buffer);
  block.set(bytes);
  block[bytes.length] = 0x01;
  block[RATE - 1]! |= 0x80;
  let constants = 1;
  for (let round = 0; round < ROUNDS; round++) {
    mixColumns(words);
    moveLanes(words);
    mixRows(words);
    // ι: the bits of the round's constant are at 0, 1, 3, 7, 15, 31 and 63, and come from a shift register.
    for (let power = 1; power <= 64; power *= 2) {
      if (constants & 1) words[(power - 1) >> 5]! ^= 1 << (power - 1);
      constants = (constants << 1) ^ ((constants >> 7) * 0x171);
    }
  }
  return block.subarray(0, 32);
}

/** θ: adds to each word the parities of two columns. */
function mixColumns(words: Int32Array): void {
  const parities = new Int32Array(10);
  for (let index = 0; index < 50; index++) parities[index % 10]! ^= words[index]!;
  for (let index = 0; index < 50; index++) {
    const next = (index + 2) % 10;
    words[index]! ^= parities[(index + 8) % 10]! ^ rotated(parities[next]!, parities[next ^ 1]!, 1);
  }
}

/** ρ and π: rotates each lane and moves it to the next place of a cycle through all lanes but the first. */
function moveLanes(words: Int32Array): void {
  let [x, y] = [1, 0];
  let [low, high] = [words[2]!, words[3]!];
  for (let step = 1, shift = 1; step <= 24; shift += ++step) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    const index = 2 * (x + 5 * y);
    if (shift & 32) [low, high] = [high, low];
    const moved = [rotated(low, high, shift), rotated(high, low, shift)] as const;
    [low, high] = [words[index]!, words[index + 1]!];
    words.set(moved, index);
  }
}

/** χ: combines each word with the two after it in its row. */
function mixRows(words: Int32Array): void {
  const before = words.slice();
  for (let index = 0; index < 50; index++) {
    const row = index - (index % 10);
    words[index]! ^= ~before[row + ((index + 2) % 10)]! & before[row + ((index + 4) % 10)]!;
  }
}

/** Returns one half of a lane, rotated by `shift` bits to the left, which is not a multiple of 32. */
function rotated(half: number, other: number, shift: number): number {
  return (half << shift) | (other >>> -shift);
}
