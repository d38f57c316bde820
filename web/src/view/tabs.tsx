// Tabs: several parts in the place of one.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props<T extends string> {
  label: string;
  chosen: T;
  /** The parts in order: the name, the text on the tab, and what it shows. */
  parts: readonly (readonly [name: T, text: string, children: ComponentChildren])[];
  onChoose: (name: T) => void;
}

export function Tabs<T extends string>({ label, chosen, parts, onChoose }: Props<T>) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = parts.findIndex(([name]) => name === chosen);
    const next = parts[(at + step + parts.length) % parts.length];
    if (next === undefined) return;
    onChoose(next[0]);
    document.getElementById(`${id}-${next[0]}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {parts.map(([name, text]) => (
          <button
            type="button"
            key={name}
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-${name}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {text}
          </button>
        ))}
      </div>
      {parts.map(([name, , children]) => (
        <div
          key={name}
          class="tab-panel"
          role="tabpanel"
          id={`${id}-${name}-panel`}
          aria-labelledby={`${id}-${name}`}
          hidden={name !== chosen}
        >
          {children}
        </div>
      ))}
    </>
  );
}
