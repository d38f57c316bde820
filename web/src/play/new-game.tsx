// The dialog for the settings of a new game.

import { useSignal } from "@preact/signals";

import type { Side } from "../game/side";
import { RadioGroup } from "../view/radio-group";
import { Dialog } from "../view/dialog";
import type { Objective } from "../wane/messages";
import * as rules from "../wane/rules";
import { words } from "../words/words";
import { guest, guestName, isGuest } from "./guests";
import { EXAMPLE, RecipeField } from "./recipe-field";
import { type Agent, AGENTS, isAgent, isRecipe, levelOf, LEVELS, type Settings } from "./settings";

interface Props {
  settings: Settings;
  /** The names of the guests. */
  guests: readonly string[];
  onStart: (settings: Settings) => void;
  onCancel: () => void;
}

type OpponentKind = "engine" | "agent" | "recipe" | "guest" | "friend" | "link";

const MINUTES = [0, 1, 3, 5, 10, 20];

export function NewGame({ settings, guests, onStart, onCancel }: Props) {
  const text = words().play;
  const { opponent } = settings;
  const kind = useSignal<OpponentKind>(kindOf(opponent, guests));
  const level = useSignal(levelOf(opponent) ?? 3);
  const isAdaptive = useSignal(settings.isAdaptive ?? false);
  const agent = useSignal<Agent>(isAgent(opponent) ? opponent : "greedy");
  const recipe = useSignal(isRecipe(opponent) ? opponent : EXAMPLE);
  const visitor = useSignal(kindOf(opponent, guests) === "guest" ? guestName(opponent) : (guests[0] ?? ""));
  const colour = useSignal<Side | "random">(settings.colour);
  const size = useSignal(settings.size);
  const objective = useSignal<Objective>(settings.objective);
  const minutes = useSignal(settings.minutes);

  const isReversed = ["agent", "recipe", "guest"].includes(kind.value);

  const start = (event: Event) => {
    event.preventDefault();
    if (kind.value === "recipe" && rules.recipe(recipe.value).tell === "failed") return;
    const opponents = {
      engine: String(level.value),
      agent: agent.value,
      recipe: recipe.value,
      guest: guest(visitor.value),
      friend: "friend",
      link: "link",
    };
    const randomSide: Side = Math.random() < 0.5 ? "X" : "O";
    onStart({
      size: size.value,
      // The agents play only the reversed game.
      objective: isReversed ? "fewest" : objective.value,
      opponent: opponents[kind.value],
      colour: colour.value === "random" ? randomSide : colour.value,
      // A letter may take days.
      minutes: kind.value === "link" ? 0 : minutes.value,
      start: null,
      isAdaptive: kind.value === "engine" && isAdaptive.value,
    });
  };

  return (
    <Dialog title={text.newGame} onClose={onCancel}>
      <form onSubmit={start}>
        <RadioGroup<OpponentKind>
          label={text.opponent}
          value={kind.value}
          options={[
            ["engine", text.engine],
            ["agent", text.program],
            ["recipe", text.recipe],
            ...(guests.length > 0 ? [["guest", text.guest] as const] : []),
            ["friend", text.friend],
            ["link", text.byLink],
          ]}
          onChoose={(it) => {
            kind.value = it;
          }}
        />
        {kind.value === "engine" && (
          <label class="check">
            <input
              type="checkbox"
              checked={isAdaptive.value}
              onChange={(event) => {
                isAdaptive.value = event.currentTarget.checked;
              }}
            />
            {text.adaptive}
          </label>
        )}
        {kind.value === "engine" && !isAdaptive.value && (
          <label>
            <span class="spread">
              {text.levelLabel}
              <b>{`${level.value} · ${strength(level.value)}`}</b>
            </span>
            <input
              type="range"
              min={1}
              max={LEVELS}
              value={level.value}
              aria-valuetext={`${level.value}, ${strength(level.value)}`}
              onInput={(event) => {
                level.value = Number(event.currentTarget.value);
              }}
            />
          </label>
        )}
        {kind.value === "agent" && (
          <label>
            {text.program}
            <select
              value={agent.value}
              onChange={({ currentTarget: { value } }) => {
                if (isAgent(value)) agent.value = value;
              }}
            >
              {AGENTS.map((it) => (
                <option key={it} value={it}>
                  {text.agents[it].name}
                </option>
              ))}
            </select>
            <span class="faint">{text.agents[agent.value].about}</span>
          </label>
        )}
        {kind.value === "recipe" && <RecipeField text={recipe} />}
        {kind.value === "guest" && (
          <label>
            {text.guest}
            <select
              value={visitor.value}
              onChange={({ currentTarget: { value } }) => {
                visitor.value = value;
              }}
            >
              {guests.map((it) => (
                <option key={it} value={it}>
                  {it}
                </option>
              ))}
            </select>
            <span class="faint">{text.guestAbout}</span>
          </label>
        )}
        {kind.value !== "friend" && (
          <RadioGroup<Side | "random">
            label={text.colour}
            value={colour.value}
            options={[
              ["X", words().side.X],
              ["O", words().side.O],
              ["random", text.randomColour],
            ]}
            onChoose={(it) => {
              colour.value = it;
            }}
          />
        )}
        <RadioGroup<number>
          label={text.board}
          value={size.value}
          options={rules.SIZES.map((it) => [it, `${it} × ${it}`] as const)}
          onChoose={(it) => {
            size.value = it;
          }}
        />
        {!isReversed && (
          <RadioGroup<Objective>
            label={text.game}
            value={objective.value}
            options={[
              ["fewest", text.reversed],
              ["most", text.normal],
            ]}
            onChoose={(it) => {
              objective.value = it;
            }}
          />
        )}
        <label>
          {text.clock}
          <select
            value={minutes.value}
            onChange={(event) => {
              minutes.value = Number(event.currentTarget.value);
            }}
          >
            {MINUTES.map((it) => (
              <option key={it} value={it}>
                {it === 0 ? text.noClock : text.minutes(it)}
              </option>
            ))}
          </select>
        </label>
        <div class="buttons">
          <button type="submit" class="primary">
            {text.start}
          </button>
          <button type="button" onClick={onCancel}>
            {text.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function kindOf(opponent: string, guests: readonly string[]): OpponentKind {
  if (opponent === "friend" || opponent === "link") return opponent;
  if (isRecipe(opponent)) return "recipe";
  if (isGuest(opponent) && guests.includes(guestName(opponent))) return "guest";
  return isAgent(opponent) ? "agent" : "engine";
}

/** The strength of a level in a word. */
function strength(level: number): string {
  const { beginner, easy, medium, hard, best } = words().play.strengths;
  if (level === LEVELS) return best;
  return level <= 3 ? beginner : level <= 8 ? easy : level <= 13 ? medium : hard;
}
