// Import and export of games: paste any format, copy as text, share as a link or a picture.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { toQuery } from "../game/share";
import { Icon } from "../view/icons";
import { png, svg } from "../view/picture";
import { address } from "../view/route";
import type { GameText } from "../wane/messages";
import type { PageProblem } from "../wane/problem";
import * as rules from "../wane/rules";
import { problemText } from "../words/problems";
import { words } from "../words/words";
import type { Study } from "./study";

const FORMATS = ["transcript", "ggf", "sgf", "json", "obf", "board"] as const;

/** Only this many games of a text are listed. */
const MAX_GAMES = 50;

export function Exchange({ study }: { study: Study }) {
  const text = words().exchange;
  const pasted = useSignal("");
  const message = useSignal<string | PageProblem>("");
  const choices = useSignal<readonly GameText[]>([]);
  const format = useSignal<string>("transcript");
  const written = useSignal("");
  const isOpen = useSignal(false);

  const open = (game: GameText) => {
    choices.value = [];
    study.openGame(game);
  };
  const read = (input: string) => {
    const found = rules.paste(input, study.look.value.size, study.objective);
    if (found.tell === "failed") {
      message.value = found.problem;
      return;
    }
    message.value = text.found(found.games.length, found.format);
    pasted.value = "";
    const [first, ...others] = found.games;
    if (first !== undefined && others.length === 0) open(first);
    else choices.value = found.games;
  };
  const copy = async (content: string, success: string) => {
    written.value = content;
    try {
      await navigator.clipboard.writeText(content);
      message.value = success;
    } catch {
      message.value = text.copyYourself;
    }
  };
  const share = () => {
    const url = new URL(`${address("analyse")}?${toQuery(study.shared())}`, location.href).href;
    history.replaceState(null, "", url);
    return copy(url, text.linkCopied);
  };
  const write = () => {
    const result = rules.write(study.game(), format.value);
    if (result.tell === "text") return copy(result.text, text.copied);
    message.value = result.problem;
    return undefined;
  };
  const picture = async () => {
    const move = study.node.value.move;
    save(await png(svg(study.look.value, move === "pass" ? null : move)), "wane.png");
  };

  // A game can be pasted anywhere on the page.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest("input, textarea") !== null) return;
      const input = event.clipboardData?.getData("text") ?? "";
      if (input.trim() === "") return;
      isOpen.value = true;
      read(input);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  });

  return (
    <details
      class="card exchange"
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{text.title}</summary>
      <div class="exchange-inside">
        <label>
          {text.paste}
          <textarea
            rows={3}
            value={pasted.value}
            placeholder={text.pasteHow}
            onInput={(event) => {
              pasted.value = event.currentTarget.value;
            }}
          />
        </label>
        <button type="button" onClick={() => read(pasted.value)} disabled={pasted.value.trim() === ""}>
          {text.read}
        </button>
        <Games games={choices.value} onOpen={open} />
        <div class="buttons">
          <button type="button" onClick={share}>
            <Icon name="link" />
            {text.share}
          </button>
          <button type="button" onClick={picture}>
            <Icon name="picture" />
            {text.picture}
          </button>
        </div>
        <div class="spread">
          <select
            aria-label={text.format}
            value={format.value}
            onChange={(event) => {
              format.value = event.currentTarget.value;
            }}
          >
            {FORMATS.map((it) => (
              <option key={it} value={it}>
                {text.formats[it]}
              </option>
            ))}
          </select>
          <button type="button" onClick={write}>
            <Icon name="copy" />
            {text.write}
          </button>
        </div>
        {written.value !== "" && (
          <textarea
            rows={4}
            readOnly
            value={written.value}
            aria-label={text.written}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        <p class="faint" role="status">
          {typeof message.value === "string" ? message.value : problemText(message.value)}
        </p>
      </div>
    </details>
  );
}

/** The games of a text that has several. */
function Games({ games, onOpen }: { games: readonly GameText[]; onOpen: (game: GameText) => void }) {
  if (games.length === 0) return null;
  return (
    <ul class="choices">
      {games.slice(0, MAX_GAMES).map((game, index) => (
        // A game has no id.
        <li key={index}>
          <button type="button" onClick={() => onOpen(game)}>
            {words().exchange.game(index + 1, game.players?.black?.name ?? "", game.players?.white?.name ?? "")}
          </button>
        </li>
      ))}
    </ul>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser may read the URL a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
