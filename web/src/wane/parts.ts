// The files of the engine: the WebAssembly module and the weights. They are separate, so that the browser loads only
// the one that changed.

import { hasSimd } from "./simd";

/** Hashes of the files of the engine; the build inserts them. */
declare const __ENGINE__: Record<string, string>;

/** The module that this browser can run, and the weights. */
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

/** Compiles during the download, if the server sends the content type of WebAssembly. */
async function compile(response: Response): Promise<WebAssembly.Module> {
  const isWasm = response.headers.get("Content-Type")?.startsWith("application/wasm") ?? false;
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
