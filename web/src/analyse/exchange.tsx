// Import and export of games: paste any format, copy as text, share as a link or a picture.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { toQuery } from "../game/share";
import { chooseFile, saveFile } from "../view/files";
import { Icon } from "../view/icons";
import { png, svg } from "../view/picture";
import { address } from "../view/route";
import type { GameText } from "../wane/messages";
import type { PageProblem } from "../wane/problem";
import * as rules from "../wane/rules";
import { ProblemText } from "../view/problem-text";
import type { Visit } from "../visit";
import { words } from "../words/words";
import type { Study } from "./study";

const FORMATS = ["transcript", "ggf", "sgf", "json", "obf", "board"] as const;

/** The formats that have variations and comments. */
const WITH_VARIATIONS = ["sgf", "json"];

/** The ends of the names of files. */
const ENDS: Record<string, string> = { transcript: "txt", board: "txt" };

/** What the page opens. */
const ACCEPT = ".sgf,.ggf,.pgn,.json,.jsonl,.obf,.txt,text/*,application/json";

/** Whether a format has a position and no game. */
function isPosition(format: string): boolean {
  return format === "board" || format === "obf";
}

/** The largest file that is opened. */
const MAX_BYTES = 20_000_000;

/** Only this many games of a text are listed. */
const MAX_GAMES = 50;

export function Exchange({ visit }: { visit: Visit }) {
  const { study } = visit;
  const text = words().exchange;
  const pasted = useSignal("");
  const message = useSignal<string | PageProblem>("");
  const choices = useSignal<readonly GameText[]>([]);
  const format = useSignal<string>("transcript");
  const written = useSignal("");
  const isOpen = useSignal(false);

  const open = (game: GameText) => {
    choices.value = [];
    void visit.replaceStudy(() => study.openGame(game));
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
    return copy(url, text.linkCopied);
  };
  const writeGame = () => rules.write(textIn(study, format.value), format.value);
  const write = () => {
    const result = writeGame();
    const isLine = !isPosition(format.value) && !WITH_VARIATIONS.includes(format.value) && study.moves.hasVariations();
    if (result.tell === "text") return copy(result.text, isLine ? text.copiedLine : text.copied);
    message.value = result.problem;
    return undefined;
  };
  const download = () => {
    const result = writeGame();
    if (result.tell === "text") saveFile(result.text, `wane.${ENDS[format.value] ?? format.value}`);
    else message.value = result.problem;
  };
  const openFile = async (file: File | null) => {
    if (file === null) return;
    isOpen.value = true;
    if (file.size > MAX_BYTES) message.value = text.tooLarge(MAX_BYTES / 1_000_000);
    else read(await file.text());
  };
  const picture = async () => {
    const move = study.node.value.move;
    saveFile(await png(svg(study.look.value, move === "pass" ? null : move)), "wane.png");
  };

  // A game can be pasted anywhere on the page, and a file can be dropped.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest("input, textarea") !== null) return;
      const input = event.clipboardData?.getData("text") ?? "";
      if (input.trim() === "") return;
      isOpen.value = true;
      read(input);
    };
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      void openFile(event.dataTransfer?.files[0] ?? null);
    };
    document.addEventListener("paste", paste);
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
    };
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
        <div class="buttons">
          <button type="button" onClick={() => read(pasted.value)} disabled={pasted.value.trim() === ""}>
            {text.read}
          </button>
          <button type="button" onClick={async () => openFile(await chooseFile(ACCEPT))}>
            {text.openFile}
          </button>
        </div>
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
          <button type="button" onClick={download}>
            {text.download}
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
        <div class="faint" role="status">
          {typeof message.value === "string" ? message.value : <ProblemText problem={message.value} />}
        </div>
      </div>
    </details>
  );
}

/** What a format can have of a study: the position, all lines, or the line that is shown. */
function textIn(study: Study, format: string): GameText {
  if (isPosition(format)) return study.positionText();
  return WITH_VARIATIONS.includes(format) ? study.wholeText() : study.text();
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
