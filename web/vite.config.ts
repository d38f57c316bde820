// The configuration of build, development server and tests.

import { defineConfig } from "vitest/config";

import { compress } from "./build/compress.ts";
import { hashes, precache } from "./build/precache.ts";
import { site } from "./build/site.ts";

/** The headers that let a page share memory with its workers; see src/wane/engine.ts. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** The hashes of the files of the engine. */
const ENGINE = hashes("public/engine");

export default defineConfig({
  // The page may be served from any folder.
  base: "./",
  plugins: [site(ENGINE), precache(), compress()],
  define: { __ENGINE__: JSON.stringify(ENGINE) },
  build: {
    target: "es2022",
    rollupOptions: {
      input: { page: "index.html", "service-worker": "src/offline/service-worker.ts" },
      output: {
        // The scope of a service worker is its folder, so it stays at the top, and its name must not change.
        entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es" },
  server: { headers: ISOLATION },
  preview: { headers: ISOLATION },
  test: { include: ["tests/unit/**/*.test.ts"] },
});
