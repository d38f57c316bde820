// The few things of Node that the build and the tests use; all of its types would be a package of their own.

declare module "node:child_process" {
  export interface ChildProcess {
    stdout: { on(event: "data", heard: (data: Uint8Array) => void): void };
    kill(): boolean;
  }
  export function spawn(program: string, args: string[]): ChildProcess;
  export function execFileSync(program: string, args: string[], options: { input: string; encoding: "utf8" }): string;
}

declare module "node:crypto" {
  interface Hash {
    update(data: Uint8Array): Hash;
    digest(encoding: "hex"): string;
  }
  export function createHash(algorithm: "sha256"): Hash;
}

declare module "node:fs" {
  interface Entry {
    name: string;
    parentPath: string;
    isFile(): boolean;
  }
  export function readFileSync(path: string | URL): Uint8Array<ArrayBuffer>;
  export function readFileSync(path: string | URL, encoding: "utf8"): string;
  export function writeFileSync(path: string, text: string): void;
  export function readdirSync(path: string, options: { recursive: true; withFileTypes: true }): Entry[];
}

declare module "node:http" {
  interface Response {
    writeHead(status: number, headers: Record<string, string>): Response;
    end(data: Uint8Array | string): void;
  }
  interface Server {
    listen(port: number, ready: () => void): void;
    closeAllConnections(): void;
    close(): void;
  }
  export function createServer(answer: (request: { url: string }, response: Response) => void): Server;
}

declare module "node:module" {
  export function createRequire(url: string): { resolve(name: string): string };
}

declare module "node:path" {
  export const sep: string;
  export function join(...parts: string[]): string;
  export function relative(from: string, to: string): string;
}

declare const process: { env: Record<string, string | undefined> };
