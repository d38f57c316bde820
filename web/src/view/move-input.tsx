// A move as text, for those who would rather type.

import { useSignal } from "@preact/signals";

import { words } from "../words/words";

interface Props {
  /** False if it cannot be played. */
  onPlay: (move: string) => boolean;
}

export function MoveInput({ onPlay }: Props) {
  const text = words().play;
  const typed = useSignal("");
  const wrong = useSignal<string | null>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    const move = typed.value.trim().toLowerCase();
    if (move === "") return;
    wrong.value = onPlay(move) ? null : text.notAMove(move);
    typed.value = "";
  };
  return (
    <form class="move-input" onSubmit={submit}>
      <input
        name="move"
        aria-label={text.moveInput}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={text.moveInput}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      {wrong.value !== null && (
        <p class="error" role="alert">
          {wrong.value}
        </p>
      )}
    </form>
  );
}
