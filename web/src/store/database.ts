// The database of the page, in IndexedDB: what the visitor has played and studied in this browser. A browser may refuse
// it, in a private window for example, or it may be full. What it did not take lives as long as the page.

import { signal } from "@preact/signals";

/** An entry of the database. */
export interface Entry {
  readonly id: string;
  /** When it was changed last, in milliseconds since 1970. */
  readonly changed: number;
}

const STORES = ["games", "studies"] as const;

export type StoreName = (typeof STORES)[number];

/** Whether the browser keeps what is written. */
export const storage = signal<"kept" | "refused" | "full">("kept");

let database: Promise<IDBDatabase | null> | null = null;

/** The entries of one kind. */
export class Shelf<T extends Entry> {
  /** The entries that the database did not take. */
  private readonly unkept = new Map<string, T>();

  /** `isValid` checks what the database returns: another version of the page may have written it. */
  constructor(
    private readonly name: StoreName,
    private readonly isValid: (value: unknown) => value is T,
  ) {}

  async get(id: string): Promise<T | null> {
    const found = this.unkept.get(id) ?? (await this.run("readonly", (store) => store.get(id)));
    return this.isValid(found) ? found : null;
  }

  /** All entries, the last changed one first. */
  async all(): Promise<T[]> {
    const kept = ((await this.run("readonly", (store) => store.getAll())) as unknown[] | null) ?? [];
    const entries = new Map(kept.filter(this.isValid).map((it) => [it.id, it]));
    for (const [id, entry] of this.unkept) entries.set(id, entry);
    return [...entries.values()].sort((one, other) => other.changed - one.changed);
  }

  async put(entry: T): Promise<void> {
    this.unkept.set(entry.id, entry);
    if ((await this.run("readwrite", (store) => store.put(entry))) === null) return;
    // It may have been replaced in the meantime.
    if (this.unkept.get(entry.id) === entry) this.unkept.delete(entry.id);
  }

  async remove(id: string): Promise<void> {
    this.unkept.delete(id);
    await this.run("readwrite", (store) => store.delete(id));
  }

  /** The result of a request once its transaction is complete; null if the database does not do it. */
  private async run(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
    database ??= openDatabase();
    const open = await database;
    if (open === null) return null;
    try {
      const transaction = open.transaction(this.name, mode);
      const asked = request(transaction.objectStore(this.name));
      await new Promise((resolve, reject) => {
        transaction.addEventListener("complete", resolve);
        transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("aborted")));
      });
      if (mode === "readwrite") storage.value = "kept";
      return asked.result ?? true;
    } catch (error) {
      storage.value = error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "refused";
      // The browser may have closed the database: the next request opens it again.
      database = null;
      return null;
    }
  }
}

/** A new id, so short that an address can have it. */
export function newId(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high.toString(36) + low.toString(36)).slice(0, 10);
}

/** Asks the browser not to delete the database when it needs space. */
export function askToPersist(): void {
  void navigator.storage?.persist?.().catch(() => false);
}

function openDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const refuse = () => {
      storage.value = "refused";
      resolve(null);
    };
    try {
      const request = indexedDB.open("wane", 1);
      request.addEventListener("upgradeneeded", () => {
        for (const name of STORES) request.result.createObjectStore(name, { keyPath: "id" });
      });
      request.addEventListener("error", refuse);
      request.addEventListener("success", () => {
        const open = request.result;
        // A newer page in another tab needs other stores.
        open.addEventListener("versionchange", () => {
          open.close();
          database = null;
        });
        open.addEventListener("close", () => {
          database = null;
        });
        resolve(open);
      });
    } catch {
      refuse();
    }
  });
}
