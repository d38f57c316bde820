// Whether the browser can run the SIMD build of the engine.

/** Validates a module whose only function returns a vector of zeros. */
export function hasSimd(): boolean {
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const types = [1, 5, 1, 0x60, 0, 1, 0x7b];
  const functions = [3, 2, 1, 0];
  const code = [10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x11, 0x0b];
  return WebAssembly.validate(new Uint8Array([...header, ...types, ...functions, ...code]));
}
