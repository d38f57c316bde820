// Values in localStorage. If the browser does not allow that, the page works without stored values.

export interface Stored<T> {
  read(): T;
  write(value: T): void;
}

/**
 * A stored value. `read` returns `fallback` if there is no value or an invalid one. `upgrade` converts a value that an
 * older page has stored.
 */
export function stored<T>(
  key: string,
  fallback: T,
  isValid: (value: unknown) => value is T,
  upgrade = (value: unknown): unknown => value,
): Stored<T> {
  return {
    read() {
      try {
        const value = upgrade(JSON.parse(localStorage.getItem(key) ?? "null"));
        return isValid(value) ? value : fallback;
      } catch {
        return fallback;
      }
    },
    write(value) {
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // The value is not stored.
      }
    },
  };
}

/** A check whether a value is one of these. */
export function oneOf<T>(values: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => (values as readonly unknown[]).includes(value);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
