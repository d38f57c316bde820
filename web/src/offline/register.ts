// Asks the browser to keep the page for when there is no network. Without it the page works as well.

import { hasSimd } from "../wane/simd";

export function keepOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const script = new URL(`./service-worker.js${hasSimd() ? "?simd" : ""}`, document.baseURI);
  navigator.serviceWorker.register(script).catch(() => {
    // A browser that does not allow it, in a private window for example.
  });
}
