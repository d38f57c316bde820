// The service worker: it keeps all files of a build, so that the page opens and plays without a network.
//
// A file is kept under its name and a hash of what is in it. A new build brings only the files that are not there
// yet; the old ones go when no page uses the old build any more.

/** Names and hashes; the build puts them in. */
declare const __FILES__: Record<string, string>;

const scope = self as unknown as ServiceWorkerGlobalScope;
const CACHE = "wane";

/** Of the two programs the one that this browser does not run; the page says which. */
const UNUSED = scope.location.search === "?simd" ? "engine/wane.wasm" : "engine/wane-simd.wasm";

const FILES = new Map(Object.entries(__FILES__).filter(([name]) => name !== UNUSED));

scope.addEventListener("install", (event) => event.waitUntil(keep()));
scope.addEventListener("activate", (event) => event.waitUntil(tidy()));
scope.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name !== null) event.respondWith(serve(event.request, name));
});

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  const add = async (name: string) => {
    const key = keyOf(name);
    if ((await cache.match(key)) !== undefined) return;
    const response = await fetch(key, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    await cache.put(key, response);
  };
  await Promise.all([...FILES.keys()].map(add));
}

async function tidy(): Promise<void> {
  const cache = await caches.open(CACHE);
  const present = new Set([...FILES.keys()].map(keyOf));
  const old = (await cache.keys()).filter((request) => !present.has(request.url));
  await Promise.all(old.map((request) => cache.delete(request)));
  await scope.clients.claim();
}

/** The file of ours that is asked for, if it is one. */
function nameOf(request: Request): string | null {
  if (request.method !== "GET") return null;
  const url = new URL(request.url);
  const folder = new URL(scope.registration.scope);
  if (url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname)) return null;
  const name = url.pathname.slice(folder.pathname.length) || "index.html";
  return FILES.has(name) ? name : null;
}

async function serve(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(name));
  return kept === undefined ? fetch(request) : isolated(kept);
}

/** With these headers the page may share memory with its workers, even where the server does not say so. */
function isolated(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function keyOf(name: string): string {
  return new URL(`${name}?${FILES.get(name)}`, scope.registration.scope).href;
}
