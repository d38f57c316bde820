// Where the page is: a room, a part of it, and a game that came with the link. It stands behind the `#` of the
// address, so the page needs no server to be found again.

import { computed, signal } from "@preact/signals";

export const ROOMS = ["play", "analyse", "learn"] as const;

export type Room = (typeof ROOMS)[number];

export interface Place {
  room: Room;
  part: string;
  query: string;
}

/** `#/room/part?query`; the first room if there is none of this name. */
export function parse(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [first, part = ""] = path.split("/");
  return { room: ROOMS.find((it) => it === first) ?? "play", part, query };
}

export function address(room: Room, part = ""): string {
  return part === "" ? `#/${room}` : `#/${room}/${part}`;
}

const place = signal<Place>(parse(globalThis.location?.hash ?? ""));

globalThis.addEventListener?.("hashchange", () => {
  place.value = parse(location.hash);
});

export const route = {
  room: computed(() => place.value.room),
  part: computed(() => place.value.part),
  query: computed(() => place.value.query),
  to(room: Room, part = ""): void {
    location.hash = address(room, part);
  },
};
