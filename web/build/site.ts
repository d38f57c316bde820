// A Vite plugin that completes the page: the address of the site, which link previews need for their picture, and the
// rules, which the browser then loads together with the script and not after it.
//
// Without WANE_SITE, such as https://example.org/wane/, the address is relative.

import type { Plugin } from "vite";

const PLACEHOLDER = "%SITE%";

/** The module that the board needs. */
const MODULE = "rules.wasm";

/** `engine` has the hashes of the files of the engine. */
export function site(engine: Record<string, string>): Plugin {
  const address = process.env["WANE_SITE"] ?? "./";
  const preload = { rel: "preload", as: "fetch", crossorigin: "anonymous", href: `./engine/${MODULE}?${engine[MODULE]}` };
  return {
    name: "site",
    transformIndexHtml: (html) => ({
      html: html.replaceAll(PLACEHOLDER, address.endsWith("/") ? address : `${address}/`),
      tags: [{ tag: "link", attrs: preload, injectTo: "head-prepend" as const }],
    }),
  };
}
