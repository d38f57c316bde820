// Media queries as state of components.

import { useEffect, useState } from "preact/hooks";

/** Narrow screens have the panel below the board; layout.css has the same limit. */
export const NARROW = "(max-width: 52rem)";

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setMatches(list.matches);
    update();
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, [query]);
  return matches;
}
