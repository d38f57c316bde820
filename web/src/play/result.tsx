// The card after a game: the final count, how the discs went, and what to do next.

import { useSignal } from "@preact/signals";

import { toQuery } from "../game/share";
import { other } from "../game/side";
import type { Node } from "../game/tree";
import { Icon } from "../view/icons";
import { address, route } from "../view/route";
import { shareLink } from "../view/share";
import type { Visit } from "../visit";
import { words } from "../words/words";
import { opponentName } from "./names";
import type { Session } from "./session";
import { levelOf, LEVELS, type Settings } from "./settings";

export function ResultCard({ visit, status }: { visit: Visit; status: string }) {
  const session = visit.session.value;
  const look = session.look.value;
  return (
    <div class="result" data-testid="result-card">
      <p class="final">
        <i class="disc small black" aria-hidden="true" />
        <b>{look.black}</b>
        <span aria-hidden="true">:</span>
        <b>{look.white}</b>
        <i class="disc small white" aria-hidden="true" />
        <span class="sr-only">{words().result.count(look.black, look.white)}</span>
      </p>
      <DiscGraph path={session.path.value} />
      <Next visit={visit} session={session} />
      <Again visit={visit} settings={session.settings} />
      <Share session={session} status={status} />
    </div>
  );
}

/** What helps to understand the game. */
function Next({ visit, session }: { visit: Visit; session: Session }) {
  const text = words().play;
  const study = async () => visit.studyGame(session.saved());
  return (
    <div class="buttons">
      <button
        type="button"
        class="primary"
        onClick={async () => {
          await study();
          visit.study.startReview();
          route.to("analyse");
        }}
      >
        <Icon name="graph" />
        {text.review}
      </button>
      <button
        type="button"
        onClick={async () => {
          await study();
          route.to("learn", "mistakes");
        }}
      >
        <Icon name="repeat" />
        {text.mistakes}
      </button>
    </div>
  );
}

/** The next game: the same, with the colours exchanged, or against the next level. */
function Again({ visit, settings }: { visit: Visit; settings: Settings }) {
  const text = words().result;
  const level = levelOf(settings.opponent);
  const play = (changed: Partial<Settings>) => void visit.begin({ ...settings, ...changed });
  return (
    <div class="buttons">
      <button type="button" onClick={() => play({})}>
        {text.rematch}
      </button>
      {settings.opponent !== "friend" && (
        <button type="button" onClick={() => play({ colour: other(settings.colour) })}>
          {text.swap}
        </button>
      )}
      {level !== null && level < LEVELS && (
        <button type="button" onClick={() => play({ opponent: String(level + 1), isAdaptive: false })}>
          {text.nextLevel(level + 1)}
        </button>
      )}
    </div>
  );
}

/** Shares the result with a link to the game; the text is copied where a browser cannot share. */
function Share({ session, status }: { session: Session; status: string }) {
  const text = words().result;
  const message = useSignal("");
  const share = async () => {
    const { size, objective, start, opponent } = session.settings;
    const { black, white } = session.look.value;
    const moves = session.path.value.flatMap(({ move }) => (move === null || move === "pass" ? [] : [move]));
    const query = toQuery({ size, objective, position: start, moves, at: moves.length });
    const url = new URL(`${address("analyse")}?${query}`, location.href).href;
    const summary = text.shared(text.games[objective], status, opponent === "friend" ? "" : opponentName(opponent), black, white);
    const sharing = await shareLink(url, summary);
    if (sharing === "copied") message.value = text.copied;
    if (sharing === "refused") message.value = `${summary} ${url}`;
  };
  return (
    <div class="share">
      <button type="button" class="wide" onClick={share}>
        <Icon name="link" />
        {text.share}
      </button>
      <p class="faint" role="status">
        {message.value}
      </p>
    </div>
  );
}

const [WIDTH, HEIGHT] = [400, 90];

/** The discs of both sides after each move. */
function DiscGraph({ path }: { path: readonly Node[] }) {
  const most = Math.max(1, ...path.map(({ look }) => Math.max(look.black, look.white)));
  const line = (discs: (node: Node) => number) =>
    path
      .map((node, index) => {
        const x = (WIDTH * index) / Math.max(1, path.length - 1);
        const y = HEIGHT - 4 - ((HEIGHT - 8) * discs(node)) / most;
        return `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join("");
  if (path.length < 2) return null;
  return (
    <figure class="disc-graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words().result.graph} preserveAspectRatio="none">
        <path class="white" d={line(({ look }) => look.white)} />
        <path class="black" d={line(({ look }) => look.black)} />
      </svg>
      <figcaption class="faint">{words().result.graph}</figcaption>
    </figure>
  );
}
