// Which tab owns an entry of the database: two tabs never write the same one.

/** How often, and after how many milliseconds, a tab asks again: a page that was just reloaded gives up its claims late. */
const [TRIES, WAIT_MS] = [5, 100];

export interface Claim {
  release(): void;
}

/** Claims an entry for this tab; null if another tab owns it. A closed tab gives up its claims. */
export async function claim(id: string): Promise<Claim | null> {
  // Without locks, in an insecure context, the page cannot know of other tabs.
  if (!("locks" in navigator)) return { release: () => {} };
  for (let tries = 1; tries <= TRIES; tries++) {
    const claimed = await tryToClaim(id);
    if (claimed !== null) return claimed;
    if (tries < TRIES) await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  return null;
}

function tryToClaim(id: string): Promise<Claim | null> {
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(`wane.${id}`, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve({ release }));
    });
    held.catch(reject);
  });
}
