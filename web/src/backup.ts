// Everything that the visitor has in this browser, as one file: games, studies and settings.

import { isKeptStudy, type KeptStudy, studies } from "./analyse/kept";
import { games, isSaved, type Saved } from "./play/saved";
import type { Entry, Shelf } from "./store/database";
import { isRecord } from "./store/stored";
import { ProblemError } from "./wane/problem";

interface Backup {
  format: "wane-page";
  v: 1;
  games: Saved[];
  studies: KeptStudy[];
  /** The values in localStorage, as they are there. */
  settings: Record<string, string>;
}

/** The keys of the page in localStorage. */
const PREFIX = "wane.";

/** The text of a file with everything. */
export async function writeBackup(): Promise<string> {
  const backup: Backup = {
    format: "wane-page",
    v: 1,
    games: await games.all(),
    studies: await studies.all(),
    settings: readSettings(),
  };
  return JSON.stringify(backup);
}

/** Adds what a file has; of two versions of an entry the later one counts. Returns how many entries it has. */
export async function readBackup(text: string): Promise<number> {
  const { games: newGames, studies: newStudies, settings } = parse(text);
  await merge(games, newGames.filter(isSaved));
  await merge(studies, newStudies.filter(isKeptStudy));
  for (const [key, value] of Object.entries(settings)) {
    if (key.startsWith(PREFIX) && typeof value === "string") writeSetting(key, value);
  }
  return newGames.length + newStudies.length;
}

function parse(text: string): { games: unknown[]; studies: unknown[]; settings: object } {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // It is no backup either.
  }
  if (!isRecord(value) || value["format"] !== "wane-page" || value["v"] !== 1) {
    throw new ProblemError({ code: "not-a-backup" });
  }
  const list = (it: unknown) => (Array.isArray(it) ? (it as unknown[]) : []);
  const settings = isRecord(value["settings"]) ? value["settings"] : {};
  return { games: list(value["games"]), studies: list(value["studies"]), settings };
}

async function merge<T extends Entry>(shelf: Shelf<T>, entries: readonly T[]): Promise<void> {
  for (const entry of entries) {
    const known = await shelf.get(entry.id);
    if (known === null || known.changed < entry.changed) await shelf.put(entry);
  }
}

function readSettings(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries({ ...localStorage }).filter(([key]) => key.startsWith(PREFIX)));
  } catch {
    return {};
  }
}

function writeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The browser does not keep settings.
  }
}
