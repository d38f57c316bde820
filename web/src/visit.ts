// What the visitor has open: a game and a study. Both are kept in the database, and the address names the one that is
// shown.

import { effect, type Signal, signal } from "@preact/signals";

import { studies } from "./analyse/kept";
import { Study } from "./analyse/study";
import { fromQuery, toQuery } from "./game/share";
import { sideOf } from "./game/side";
import { ratedGames } from "./games/history";
import { nextLevel } from "./games/rating";
import { openPlayed } from "./games/reviews";
import type { GameEngine } from "./play/guests";
import { compare, readLetter } from "./play/letter";
import { games, moveOldGame, type Saved } from "./play/saved";
import { Session } from "./play/session";
import { type Settings, storedSettings } from "./play/settings";
import { claim, type Claim } from "./store/claim";
import { askToPersist } from "./store/database";
import { route } from "./view/route";
import type { Engine } from "./wane/engine";
import { type PageProblem, ProblemError, problemOf } from "./wane/problem";
import * as rules from "./wane/rules";

/** How often a game with a clock is kept, in milliseconds. */
const CLOCK_MS = 500;

/** The engines of the page: the opponent can think while a position is analysed. */
export interface Engines {
  opponent: Engine;
  analysis: Engine;
  /** That of the opponent, but guests play on the server. */
  games: GameEngine;
}

export class Visit {
  readonly session: Signal<Session>;
  readonly study: Study;
  /** What is wrong with the address. */
  readonly problem = signal<PageProblem | null>(null);
  /** Whether the game of the address is open in another tab, so that this one has a new game. */
  readonly isElsewhere = signal(false);
  /** The names of the guests that the server offers. */
  readonly guests = signal<readonly string[]>([]);
  private gameClaim: Claim | null = null;
  private studyClaim: Claim | null = null;
  private hasAskedToPersist = false;
  private opening = Promise.resolve();
  /** How many addresses are not shown yet, so that what is shown is not named by the address. */
  private unopened = 0;

  constructor(readonly engines: Engines) {
    this.session = signal(this.newSession(storedSettings.read()));
    this.study = new Study(engines.analysis, rules.start(8, "fewest"));
  }

  /** Opens what the address names, or what was open at the last visit. */
  static async begin(engines: Engines): Promise<Visit> {
    const visit = new Visit(engines);
    await moveOldGame();
    await visit.openAddress();
    visit.keepAll();
    return visit;
  }

  /** Starts another game. An unfinished one stays among the games. */
  async begin(settings: Settings): Promise<void> {
    const level = settings.isAdaptive ? nextLevel(ratedGames(await games.all())) : null;
    const chosen = level === null ? settings : { ...settings, opponent: String(level) };
    if (settings.start === null) storedSettings.write(chosen);
    await this.show(this.newSession(chosen));
  }

  /** Opens the game of this id; false if there is none, or if it is open in another tab. */
  async openGame(id: string): Promise<boolean> {
    if (id === this.session.value.id) return true;
    const saved = await games.get(id);
    if (saved === null) return false;
    try {
      return await this.show(Session.restore(saved, this.engines.games));
    } catch {
      // The kept game is not valid.
      return false;
    }
  }

  /** Plays on from the position of the study. */
  async playFromStudy(): Promise<void> {
    const look = this.study.look.value;
    const { size, objective, position } = look;
    const { opponent } = this.session.value.settings;
    await this.begin({ size, objective, opponent, colour: sideOf(look), minutes: 0, start: position });
    route.to("play");
  }

  /** Opens a game for study: the study about it, if there is one. */
  async studyGame(game: Saved): Promise<void> {
    const known = (await studies.all()).find((it) => it.game === game.id);
    if (known !== undefined && (await this.openStudy(known.id))) {
      this.study.addLine(game.moves);
      return;
    }
    await this.replaceStudy(() => openPlayed(this.study, game));
  }

  /** The last game that was played: the last finished one, if there is one. */
  async lastGame(): Promise<Saved | null> {
    const current = this.session.value.saved();
    if (current.ended !== null) return current;
    const finished = (await games.all()).find((it) => it.ended !== null);
    return finished ?? (current.moves.length > 0 ? current : null);
  }

  /** Opens the study of this id, or a copy of it if it is open in another tab; false if there is none. */
  async openStudy(id: string): Promise<boolean> {
    if (id === this.study.id.value) return true;
    const kept = await studies.get(id);
    if (kept === null) return false;
    try {
      const owner = await claim(id);
      this.study.restore(kept);
      if (owner === null) this.study.becomeCopy();
      this.studyClaim?.release();
      this.studyClaim = owner ?? (await claim(this.study.id.value));
      return true;
    } catch {
      // The kept study is not valid.
      return false;
    }
  }

  /** Shows another study. The one before stays among the studies. */
  async replaceStudy(open: () => void): Promise<void> {
    open();
    this.studyClaim?.release();
    this.studyClaim = await claim(this.study.id.value);
  }

  /** Shows what the address names, after what is being opened. */
  openAddress(): Promise<void> {
    this.unopened++;
    this.opening = this.opening.then(() => this.openNow());
    return this.opening;
  }

  private async openNow(): Promise<void> {
    this.problem.value = null;
    const { section, part, query } = route.now();
    try {
      if (section === "play" && !(await this.openLetter(query))) await this.openPlay(part);
      if (section === "analyse") await this.openAnalyse(new URLSearchParams(query));
    } catch (error) {
      this.problem.value = problemOf(error);
    }
    this.unopened--;
    this.nameShown();
  }

  /** Opens the game of a letter, with its new moves; false if the address has none. */
  private async openLetter(query: string): Promise<boolean> {
    const letter = readLetter(query);
    if (letter === null) return false;
    const { id, size, objective, moves, turn } = letter;
    if (await this.openGame(id)) {
      const comparison = compare(this.session.value.letter().moves, moves);
      if (comparison === "other") throw new ProblemError({ code: "other-game" });
      if (comparison === "newer") this.session.value.receive(letter);
      return true;
    }
    // A new game: the sender has moved, so the turn is the receiver's.
    const settings: Settings = { size, objective, opponent: "link", colour: turn, minutes: 0, start: null };
    const now = Date.now();
    const session = new Session(settings, this.engines.games, { id, created: now });
    session.receive({ ...letter, moves });
    await this.show(session);
    return true;
  }

  private async openPlay(id: string): Promise<void> {
    this.isElsewhere.value = false;
    if (id !== "") {
      if (await this.openGame(id)) return;
      this.isElsewhere.value = (await games.get(id)) !== null;
    }
    if (this.gameClaim !== null) return;
    // The first look at the board in this visit: the last unfinished game continues.
    const unfinished = this.isElsewhere.value ? [] : (await games.all()).filter((it) => it.ended === null);
    for (const { id } of unfinished.slice(0, 3)) if (await this.openGame(id)) return;
    await this.show(this.session.value);
  }

  private async openAnalyse(query: URLSearchParams): Promise<void> {
    const [id, shared] = [query.get("study"), fromQuery(query.toString())];
    if (id !== null && (await this.openStudy(id))) {
      if (shared !== null) this.study.follow(shared.moves, shared.at);
      return;
    }
    if (shared !== null) {
      if (toQuery(shared) !== toQuery(this.study.shared())) await this.replaceStudy(() => this.study.openShared(shared));
    } else if (query.size > 0) {
      throw new ProblemError({ code: "bad-link" });
    } else if (this.studyClaim === null) {
      // The first look at a study in this visit: the last one continues.
      const [last] = await studies.all();
      if (last === undefined || !(await this.openStudy(last.id))) await this.replaceStudy(() => {});
    }
  }

  /** Puts what is shown into the address, without another step of the history, unless another address is waiting. */
  private nameShown(): void {
    const { section } = route.now();
    const { isOwn, id } = this.study;
    const shared = toQuery(this.study.shared());
    const query = isOwn.value ? `${shared}&study=${id.value}` : shared;
    const game = this.session.value.id;
    // The signals are read before, so that the effect of `keepAll` depends on them.
    if (this.unopened > 0) return;
    if (section === "play") route.rename("play", game);
    if (section === "analyse" && this.problem.peek() === null) route.rename("analyse", "", query);
  }

  /** Keeps the game and the study from now on, whenever they change. */
  private keepAll(): void {
    effect(() => {
      const session = this.session.value;
      const saved = session.saved();
      if (saved.moves.length === 0) return;
      void games.put(saved);
      this.askToPersist();
    });
    setInterval(() => {
      const session = this.session.value;
      if (session.isClockRunning()) void games.put(session.saved());
    }, CLOCK_MS);
    effect(() => {
      if (this.study.isOwn.value) void studies.put(this.study.kept());
    });
    effect(() => this.nameShown());
    globalThis.addEventListener("hashchange", () => void this.openAddress());
  }

  /** From the first game on there is something to lose. The browser may ask the visitor, so it is asked only once. */
  private askToPersist(): void {
    if (!this.hasAskedToPersist) askToPersist();
    this.hasAskedToPersist = true;
  }

  private newSession(settings: Settings): Session {
    return new Session(settings, this.engines.games);
  }

  /** Shows a game; false if it is open in another tab. */
  private async show(session: Session): Promise<boolean> {
    const owner = await claim(session.id);
    if (owner === null) return false;
    if (session !== this.session.value) this.session.value.pause();
    this.gameClaim?.release();
    this.gameClaim = owner;
    this.session.value = session;
    session.resume();
    return true;
  }
}
