// The list of all games: search, open, review, export, delete.

import { useSignal } from "@preact/signals";

import { opponentName } from "../play/names";
import { games as kept, type Saved } from "../play/saved";
import { saveFile } from "../view/files";
import { address, route } from "../view/route";
import type { Visit } from "../visit";
import * as rules from "../wane/rules";
import { words } from "../words/words";
import { dateOf, isFound, outcomeOf, textOf } from "./history";

/** The number of games that are listed at first, and that each request adds. */
const PAGE = 30;

interface Props {
  games: readonly Saved[];
  /** The ids of the games that are reviewed. */
  reviewed: ReadonlySet<string | null>;
  visit: Visit;
  onChanged: () => Promise<void>;
}

export function GameList({ games, reviewed, visit, onChanged }: Props) {
  const text = words().games;
  const search = useSignal("");
  const shown = useSignal(PAGE);
  const found = games.filter((it) => isFound(it, search.value));
  return (
    <section class="card" aria-labelledby="list-title">
      <h2 id="list-title">{text.all}</h2>
      <label>
        {text.search}
        <input
          type="search"
          value={search.value}
          placeholder={text.searchFor}
          onInput={(event) => {
            search.value = event.currentTarget.value;
            shown.value = PAGE;
          }}
        />
      </label>
      <p class="faint" role="status" data-testid="found">
        {text.found(found.length, games.length)}
      </p>
      <ul class="game-list">
        {found.slice(0, shown.value).map((game) => (
          <Row key={game.id} game={game} isReviewed={reviewed.has(game.id)} visit={visit} onChanged={onChanged} />
        ))}
      </ul>
      <div class="buttons">
        {found.length > shown.value && (
          <button
            type="button"
            onClick={() => {
              shown.value += PAGE;
            }}
          >
            {text.more}
          </button>
        )}
        {found.length > 0 && (
          <button type="button" onClick={() => saveFile(sgfOf(found), "wane-games.sgf")}>
            {text.exportFound(found.length)}
          </button>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  game: Saved;
  isReviewed: boolean;
  visit: Visit;
  onChanged: () => Promise<void>;
}

function Row({ game, isReviewed, visit, onChanged }: RowProps) {
  const text = words().games;
  const outcome = outcomeOf(game);
  const { size, objective, opponent } = game.settings;
  const isSure = useSignal(false);
  const isOpen = game.id === visit.session.value.id;
  const details = [dateOf(game), `${size} × ${size}`, text.moves(game.moves.filter((it) => it !== "pass").length)];
  if (objective === "most") details.push(words().result.games.most);
  if (isReviewed) details.push(text.reviewed);
  const study = async () => {
    await visit.studyGame(game);
    route.to("analyse", "", `study=${visit.study.id.value}`);
  };
  const remove = async () => {
    if (isSure.value) await kept.remove(game.id).then(onChanged);
    isSure.value = !isSure.value;
  };
  return (
    <li class="game-row" data-outcome={outcome}>
      <span class={`outcome ${outcome}`}>{text.outcomes[outcome]}</span>
      <span class="game-about">
        <b>{opponentName(opponent)}</b>
        <span class="faint">{details.join(" · ")}</span>
      </span>
      <span class="buttons">
        <a class="button" href={address("play", game.id)}>
          {outcome === "unfinished" ? text.resume : text.open}
        </a>
        <button type="button" onClick={study}>
          {text.study}
        </button>
        {!isOpen && (
          <button type="button" class="quiet" onClick={remove}>
            {isSure.value ? words().play.really : text.remove}
          </button>
        )}
      </span>
    </li>
  );
}

/** The games in one SGF file. A game that cannot be written is left out. */
function sgfOf(games: readonly Saved[]): string {
  return games
    .flatMap((game) => {
      const written = rules.write(textOf(game), "sgf");
      return written.tell === "text" ? [written.text.trim()] : [];
    })
    .join("\n");
}
