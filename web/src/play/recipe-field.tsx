// The text of a recipe in the dialog of a new game: typed, pasted, or from a file that is chosen or dropped.

import type { Signal } from "@preact/signals";

import * as rules from "../wane/rules";
import { problemText } from "../words/problems";
import { words } from "../words/words";

/** The most bytes of a recipe. */
const MAX_BYTES = 64 * 1024;

/** A recipe to begin with. */
export const EXAMPLE = `name = "my recipe"

[tables]
squares = [
  [ 50, -10,  10,   5],
  [-10, -20,   1,   1],
  [ 10,   1,   3,   2],
  [  5,   1,   2,   1],
]

[[stage]]
squares = { weight = -1, table = "squares" }
mobility = 8
frontier = -2

[search]
method = "alpha-beta"
depth = 3
`;

export function RecipeField({ text }: { text: Signal<string> }) {
  const { recipe, recipeAbout, recipeFile } = words().play;
  const read = rules.recipe(text.value);
  const take = async (file: File | null | undefined) => {
    if (file && file.size <= MAX_BYTES) text.value = await file.text();
  };
  return (
    <div
      class="recipe"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <label>
        {recipe}
        <textarea
          rows={8}
          spellcheck={false}
          value={text.value}
          aria-invalid={read.tell === "failed"}
          aria-describedby="recipe-state"
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <p id="recipe-state" class={read.tell === "failed" ? "error" : "faint"} role="status">
        {read.tell === "failed" ? problemText(read.problem) : recipeAbout}
      </p>
      <label class="file">
        {recipeFile}
        <input
          type="file"
          accept=".toml,text/plain"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
          }}
        />
      </label>
    </div>
  );
}
