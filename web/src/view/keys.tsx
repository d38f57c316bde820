// The keys of the page: `?` shows them.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { words } from "../words/words";
import { Dialog } from "./dialog";

/** The keys, by what they do. */
const KEYS = {
  step: ["←", "→"],
  ends: ["Home", "End"],
  board: ["Tab", "← ↑ → ↓"],
  legal: ["Page Up", "Page Down"],
  play: ["Enter"],
  undo: ["Ctrl+Z", "Ctrl+Y"],
  paste: ["Ctrl+V"],
  keys: ["?"],
} as const;

/** Where a question mark is text. */
const TEXT_FIELDS = "input, textarea, select, dialog";

export function Keys() {
  const text = words().keys;
  const isOpen = useSignal(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isText = event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null;
      if (event.key === "?" && !isText) isOpen.value = true;
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  if (!isOpen.value) return null;
  const close = () => {
    isOpen.value = false;
  };
  return (
    <Dialog title={text.title} onClose={close}>
      <dl class="keys">
        {Object.entries(KEYS).map(([name, keys]) => (
          <div key={name}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text.actions[name as keyof typeof KEYS]}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="primary" onClick={close}>
        {words().preferences.close}
      </button>
    </Dialog>
  );
}
