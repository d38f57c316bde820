// What the visitor should know about the browser: whether it keeps games.

import { storage } from "../store/database";
import { words } from "../words/words";

export function Notices() {
  const text = words().storage;
  if (storage.value === "kept") return null;
  return (
    <p class="notice" role="status">
      {storage.value === "full" ? text.full : text.refused}
    </p>
  );
}
