// A text field for moves.

import { useSignal } from "@preact/signals";

import { words } from "../words/words";

interface Props {
  /** False if the move is not legal. */
  onPlay: (move: string) => boolean;
}

export function MoveInput({ onPlay }: Props) {
  const text = words().play;
  const typed = useSignal("");
  const error = useSignal<string | null>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    const move = typed.value.trim().toLowerCase();
    if (move === "") return;
    error.value = onPlay(move) ? null : text.notAMove(move);
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
      {error.value !== null && (
        <p class="error" role="alert">
          {error.value}
        </p>
      )}
    </form>
  );
}
