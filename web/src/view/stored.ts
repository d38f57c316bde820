// What the page remembers from visit to visit. A browser may refuse to keep anything; then nothing is remembered.

export interface Stored<T> {
  read(): T;
  write(value: T): void;
}

/**
 * Something by its name; `first` where nothing is kept, or nothing that makes sense. `upgrade` turns what an older page
 * has kept into what is kept now.
 */
export function stored<T>(
  key: string,
  first: T,
  isSense: (value: unknown) => value is T,
  upgrade = (value: unknown): unknown => value,
): Stored<T> {
  return {
    read() {
      try {
        const value = upgrade(JSON.parse(localStorage.getItem(key) ?? "null"));
        return isSense(value) ? value : first;
      } catch {
        return first;
      }
    },
    write(value) {
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // It is as if the page had not been here.
      }
    },
  };
}

/** Whether a value is one of these. */
export function oneOf<T>(values: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => (values as readonly unknown[]).includes(value);
}
