// Random numbers for tests: the same ones for the same seed.

/** A generator of numbers from 0 up to 1: the xorshift of George Marsaglia with 32 bits. */
export function random(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state / 2 ** 32;
  };
}
