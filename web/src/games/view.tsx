// The section for the player's own games: the rating, habits, and all games.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { type KeptStudy, studies } from "../analyse/kept";
import { games as kept, type Saved } from "../play/saved";
import { storedSettings } from "../play/settings";
import { ProblemText } from "../view/problem-text";
import { route } from "../view/route";
import type { Visit } from "../visit";
import { words } from "../words/words";
import { HabitsCard } from "./habits-card";
import { ratedGames } from "./history";
import { GameList } from "./list";
import { fittingLevel, rate } from "./rating";
import { ownMoves, Reviewer } from "./reviews";

/** Only this many reviewed games count for the habits: players change. */
const MOST_REVIEWED = 100;

export function GamesView({ visit }: { visit: Visit }) {
  const text = words().games;
  const games = useSignal<readonly Saved[] | null>(null);
  const known = useSignal<readonly KeptStudy[]>([]);
  const load = async () => {
    const [all, about] = await Promise.all([kept.all(), studies.all()]);
    games.value = all;
    known.value = about.filter((it) => it.game !== null && it.review !== null);
  };
  useEffect(() => void load(), []);
  if (games.value === null) return <p role="status">{words().loading}</p>;
  return (
    <div class="narrow">
      <h1>{text.title}</h1>
      {games.value.length === 0 ? (
        <p class="card">{text.none}</p>
      ) : (
        <>
          <RatingCard games={games.value} visit={visit} />
          <Habits games={games.value} studies={known.value} visit={visit} onReviewed={load} />
          <GameList games={games.value} reviewed={new Set(known.value.map((it) => it.game))} visit={visit} onChanged={load} />
        </>
      )}
    </div>
  );
}

/** The rating with its error, and a game against a level that fits. */
function RatingCard({ games, visit }: { games: readonly Saved[]; visit: Visit }) {
  const text = words().games;
  const rating = rate(ratedGames(games));
  const play = async () => {
    const { colour, minutes } = storedSettings.read();
    const settings = { size: 8, objective: "fewest", opponent: "3", colour, minutes, start: null, isAdaptive: true } as const;
    await visit.begin(settings);
    route.to("play", visit.session.value.id);
  };
  return (
    <section class="card" aria-labelledby="rating-title">
      <h2 id="rating-title">{text.rating}</h2>
      {rating === null ? (
        <p>{text.unrated}</p>
      ) : (
        <>
          <p class="rating" data-testid="rating">
            <b>{rating.points}</b>
            <span>{text.between(rating.low, rating.high)}</span>
          </p>
          <p>{text.ratingMeans(fittingLevel(rating.points), rating.games)}</p>
        </>
      )}
      <p class="faint">{text.ratingHow}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={play}>
          {text.playFitting}
        </button>
      </div>
    </section>
  );
}

interface HabitsProps {
  games: readonly Saved[];
  studies: readonly KeptStudy[];
  visit: Visit;
  onReviewed: () => Promise<void>;
}

/** The habits in the games that are reviewed, and a way to review the others. */
function Habits({ games, studies, visit, onReviewed }: HabitsProps) {
  const text = words().games;
  const reviewer = useMemo(() => new Reviewer(visit.engines.analysis), [visit]);
  useEffect(() => () => reviewer.cancel(), [reviewer]);
  const own = useMemo(() => movesByGame(games, studies), [games, studies]);
  const finished = games.filter((it) => it.ended !== null && it.settings.opponent !== "friend" && it.moves.length > 0);
  const unreviewed = finished.filter((it) => !own.has(it.id)).slice(0, MOST_REVIEWED);
  const progress = reviewer.progress.value;
  return (
    <section class="card" aria-labelledby="habits-title">
      <h2 id="habits-title">{text.habits}</h2>
      <HabitsCard moves={[...own.values()].flat()} games={own.size} />
      {reviewer.error.value !== null && (
        <div class="error" role="alert">
          <ProblemText problem={reviewer.error.value} />
        </div>
      )}
      {progress !== null && (
        <p role="status">
          {text.reviewing(progress.done + 1, progress.all)} <progress max={progress.all} value={progress.done} />
        </p>
      )}
      <div class="buttons">
        {progress !== null && (
          <button type="button" onClick={() => reviewer.cancel()}>
            {text.stop}
          </button>
        )}
        {progress === null && unreviewed.length > 0 && (
          <button type="button" onClick={() => void reviewer.start(unreviewed, () => void onReviewed())}>
            {text.reviewAll(unreviewed.length)}
          </button>
        )}
      </div>
    </section>
  );
}

/** The player's moves in the last games that are reviewed, by the id of the game. */
function movesByGame(games: readonly Saved[], studies: readonly KeptStudy[]) {
  const byGame = new Map(studies.map((it) => [it.game, it]));
  const found = new Map<string, NonNullable<ReturnType<typeof ownMoves>>>();
  for (const game of games) {
    const study = byGame.get(game.id);
    const moves = study === undefined || found.size >= MOST_REVIEWED ? null : readMoves(game, study);
    if (moves !== null) found.set(game.id, moves);
  }
  return found;
}

/** Null also if the kept study is not valid. */
function readMoves(game: Saved, study: KeptStudy) {
  try {
    return ownMoves(game, study);
  } catch {
    return null;
  }
}
