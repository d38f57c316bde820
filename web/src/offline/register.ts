// Registers the service worker, so that the page works offline. The page also works without it.

import { hasSimd } from "../wane/simd";

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const script = new URL(`./service-worker.js${hasSimd() ? "?simd" : ""}`, document.baseURI);
  navigator.serviceWorker.register(script).catch(() => {
    // The browser does not allow it, in a private window for example.
  });
}
