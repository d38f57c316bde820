// The route of the page: a section, a part of it, and a query. It is in the hash of the address, so any static server
// can serve every link.

import { computed, signal } from "@preact/signals";

export const SECTIONS = ["play", "analyse", "learn", "games"] as const;

export type Section = (typeof SECTIONS)[number];

export interface Route {
  section: Section;
  part: string;
  query: string;
}

/** Parses `#/section/part?query`; an unknown section becomes `play`. */
export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [first, part = ""] = path.split("/");
  return { section: SECTIONS.find((it) => it === first) ?? "play", part, query };
}

export function address(section: Section, part = "", query = ""): string {
  return `#/${section}${part === "" ? "" : `/${part}`}${query === "" ? "" : `?${query}`}`;
}

/** The hash that the route was parsed from. */
let known = globalThis.location?.hash ?? "";

const current = signal<Route>(parse(known));

globalThis.addEventListener?.("hashchange", () => {
  known = location.hash;
  current.value = parse(known);
});

export const route = {
  section: computed(() => current.value.section),
  part: computed(() => current.value.part),
  query: computed(() => current.value.query),
  now: () => current.peek(),
  to(section: Section, part = "", query = ""): void {
    location.hash = address(section, part, query);
  },
  /**
   * Changes the address of what is shown, without another step of the history. Nothing happens if the browser has gone to
   * another address and the page does not show that yet.
   */
  rename(section: Section, part: string, query = ""): void {
    const hash = address(section, part, query);
    if (hash === known || location.hash !== known) return;
    history.replaceState(null, "", hash);
    known = hash;
    current.value = parse(hash);
  },
};
