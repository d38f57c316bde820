// WebAssembly from a response.

/** Compiles during the download, if the server sends the content type of WebAssembly. */
export async function compile(response: Response): Promise<WebAssembly.Module> {
  const isWasm = response.headers.get("Content-Type")?.startsWith("application/wasm") ?? false;
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
