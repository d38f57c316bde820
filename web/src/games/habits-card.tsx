// What the player's moves lose in each phase, and habits with their cost, as bars and sentences.

import { words } from "../words/words";
import { habitsOf, LEAST_MOVES, lossByPhase, lossesOf, type OwnMove, PHASES } from "./habits";

export function HabitsCard({ moves, games }: { moves: readonly OwnMove[]; games: number }) {
  const text = words().games;
  if (games === 0) return <p>{text.noReviews}</p>;
  const phases = lossByPhase(moves);
  const most = Math.max(0.01, ...[...phases.values()].map((it) => it.loss));
  const habits = habitsOf(moves, games);
  return (
    <>
      <p>{text.lossPerMove(games, lossesOf(moves).loss)}</p>
      <table class="phases">
        <caption class="sr-only">{text.byPhase}</caption>
        <tbody>
          {PHASES.filter((it) => phases.has(it)).map((phase) => {
            const loss = phases.get(phase)?.loss ?? 0;
            return (
              <tr key={phase}>
                <th scope="row">{text.phases[phase]}</th>
                <td class="phase-bar" aria-hidden="true">
                  <i style={{ inlineSize: `${(100 * loss) / most}%` }} />
                </td>
                <td class="number">{text.discs(loss)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {habits.length === 0 ? (
        <p class="faint">{text.noHabits(LEAST_MOVES)}</p>
      ) : (
        <ul class="habits">
          {habits.map(({ habit, perGame, loss }) => (
            <li key={habit} data-habit={habit}>
              {text.habit[habit](perGame, loss)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
