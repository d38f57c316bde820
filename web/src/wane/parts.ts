// What the engine is made of: the program, and the weights, which are a file of their own so that a new version
// of the one need not bring the other.

import { hasSimd } from "./simd";

/** Hashes of the files of the engine; the build puts them in. */
declare const __ENGINE__: Record<string, string>;

/** The build of the engine that this browser can run. */
export interface Parts {
  module: WebAssembly.Module;
  weights: ArrayBuffer;
}

let parts: Promise<Parts> | null = null;

export function load(): Promise<Parts> {
  parts ??= fetchParts();
  return parts;
}

async function fetchParts(): Promise<Parts> {
  const program = hasSimd() ? "wane-simd.wasm" : "wane.wasm";
  const [module, weights] = await Promise.all([
    get(program).then(compile),
    get("fewest.bin").then((it) => it.arrayBuffer()),
  ]);
  return { module, weights };
}

async function get(name: string): Promise<Response> {
  const response = await fetch(new URL(`./engine/${name}?${__ENGINE__[name]}`, document.baseURI));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

/** Compiles while it arrives, if the server says what it is. */
async function compile(response: Response): Promise<WebAssembly.Module> {
  const isNamed = response.headers.get("Content-Type")?.startsWith("application/wasm") ?? false;
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
