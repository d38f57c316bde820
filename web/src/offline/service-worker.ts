// The service worker: it caches the files of a build, so that the page works offline. A few files that not everyone
// needs are cached when the page asks for them.
//
// The key of a file is its name and a hash of its content. For a new build it downloads only the files that are not
// cached yet; it deletes the old ones when no page uses the old build any more.

/** Names and hashes of the files; the build inserts them. */
declare const __FILES__: Record<string, string>;

const scope = self as unknown as ServiceWorkerGlobalScope;
const CACHE = "wane";

/** What this browser does not need: one of the modules, as the page says in the query, and the picture of previews. */
const UNUSED = [scope.location.search === "?simd" ? "engine/wane.wasm" : "engine/wane-simd.wasm", "preview.jpg"];

/** Whether a file is cached when it is asked for: the weights for the normal game, and the opening book. */
function isOnDemand(name: string): boolean {
  return name === "engine/most.bin" || /^assets\/openings-.*\.bin$/.test(name);
}

const FILES = new Map(Object.entries(__FILES__).filter(([name]) => !UNUSED.includes(name)));

scope.addEventListener("install", (event) => event.waitUntil(fillCache()));
scope.addEventListener("activate", (event) => event.waitUntil(cleanCache()));
scope.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name !== null) event.respondWith(serve(event.request, name));
});

async function fillCache(): Promise<void> {
  const cache = await caches.open(CACHE);
  const add = async (name: string) => {
    const key = keyOf(name);
    if ((await cache.match(key)) !== undefined) return;
    const response = await fetch(key, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    await cache.put(key, response);
  };
  await Promise.all([...FILES.keys()].filter((it) => !isOnDemand(it)).map(add));
}

async function cleanCache(): Promise<void> {
  const cache = await caches.open(CACHE);
  const current = new Set([...FILES.keys()].map(keyOf));
  const old = (await cache.keys()).filter((request) => !current.has(request.url));
  await Promise.all(old.map((request) => cache.delete(request)));
  await scope.clients.claim();
}

/** The name of the requested file, if it belongs to the build. */
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
  const cached = await cache.match(keyOf(name));
  if (cached !== undefined) return isolated(cached);
  const response = await fetch(request);
  if (isOnDemand(name) && response.ok) await cache.put(keyOf(name), response.clone());
  return response;
}

/** Adds the headers that let the page share memory with its workers, even if the server does not send them. */
function isolated(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function keyOf(name: string): string {
  return new URL(`${name}?${FILES.get(name)}`, scope.registration.scope).href;
}
