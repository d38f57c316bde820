// The route of the page: a section, a part of it, and a game from a link. It is in the hash of the address, so any
// static server can serve every link.

import { computed, signal } from "@preact/signals";

export const SECTIONS = ["play", "analyse", "learn"] as const;

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

export function address(section: Section, part = ""): string {
  return part === "" ? `#/${section}` : `#/${section}/${part}`;
}

const current = signal<Route>(parse(globalThis.location?.hash ?? ""));

globalThis.addEventListener?.("hashchange", () => {
  current.value = parse(location.hash);
});

export const route = {
  section: computed(() => current.value.section),
  part: computed(() => current.value.part),
  query: computed(() => current.value.query),
  to(section: Section, part = ""): void {
    location.hash = address(section, part);
  },
};
