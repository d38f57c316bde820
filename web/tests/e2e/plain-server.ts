// A plain server of files, which sends no isolation headers and no content type for WebAssembly.

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";

const TYPES: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css" };

/** A server that finds the file of a path with `find`. */
export function plainServer(find: (path: string) => URL | null): Server {
  return createServer(({ url = "" }, response) => {
    const path = url.replace(/\?.*/, "");
    try {
      const type = TYPES[path.endsWith("/") ? "html" : (path.split(".").at(-1) ?? "")] ?? "application/octet-stream";
      const file = readFileSync(find(path) ?? "");
      response.writeHead(200, { "Content-Type": type }).end(file);
    } catch {
      response.writeHead(404, {}).end("");
    }
  });
}

export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, resolve));
}

export function end(server: Server): void {
  server.closeAllConnections();
  server.close();
}
