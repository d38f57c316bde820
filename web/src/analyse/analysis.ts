// The analysis of a position, on the engine of the page or of the server. It ends after a time, and sleeps while the
// page is hidden.

import { computed, signal } from "@preact/signals";

import { oneOf, stored } from "../store/stored";
import type { Engine } from "../wane/engine";
import type { Look, ReportText } from "../wane/messages";
import type { PageProblem } from "../wane/problem";
import type { RunningTask, Thinker } from "../wane/thinker";
import { type AnalysisSettings, storedAnalysis } from "./settings";

export type Place = "page" | "server";

/** Where the user wants the engine to run. */
const storedPlace = stored<Place>("wane.place", "page", oneOf(["page", "server"]));

/** The engine of the page; tests have simpler ones. */
export type PageEngine = Thinker & Partial<Pick<Engine, "configure">>;

export class Analysis {
  private look: Look | null = null;
  private running: RunningTask | null = null;
  private isVisible = false;
  /** How many times the limit of the settings may be used for the current position. */
  private rounds = 1;

  readonly settings = signal<AnalysisSettings>(storedAnalysis.read());
  readonly report = signal<ReportText | null>(null);
  /** Why the analysis of the current position failed. */
  readonly error = signal<PageProblem | null>(null);
  /** Whether the user wants positions to be analysed. */
  readonly isOn = signal(true);
  readonly isRunning = signal(false);
  /** Whether a greater limit could find more. */
  readonly canGoDeeper = computed(() => {
    const best = this.report.value?.lines[0];
    return this.isOn.value && !this.isRunning.value && best !== undefined && !best.exact;
  });

  /** The engine of the server, if there is one. */
  readonly server = signal<Thinker | null>(null);
  /** Whether the user prefers the engine of the server. */
  readonly prefersServer = signal(storedPlace.read() === "server");
  /** Whether the server did not answer, so that the engine of the page has taken over. */
  readonly isServerLost = signal(false);
  readonly place = computed<Place>(() =>
    this.prefersServer.value && this.server.value !== null && !this.isServerLost.value ? "server" : "page",
  );

  constructor(private readonly engine: PageEngine) {}

  /** The engine that runs the tasks. */
  get thinker(): Thinker {
    return this.place.value === "server" ? (this.server.value ?? this.engine) : this.engine;
  }

  /** Analyses this position; nothing if it is null. */
  show(look: Look | null): void {
    this.look = look;
    this.rounds = 1;
    this.report.value = null;
    this.error.value = null;
    this.restart();
  }

  /** Thinks about the position for longer. The transposition table still knows most of what it found. */
  goDeeper(): void {
    this.rounds *= 4;
    this.restart();
  }

  setOn(on: boolean): void {
    this.isOn.value = on;
    this.restart();
  }

  /** Whether the user can see the analysis; otherwise it sleeps. */
  setVisible(visible: boolean): void {
    if (this.isVisible === visible) return;
    this.isVisible = visible;
    const isDone = this.report.value !== null && !this.isRunning.value;
    if (!visible || !isDone) this.restart();
  }

  setSettings(settings: AnalysisSettings): void {
    const { workers, megabytes } = this.settings.value;
    this.cancel();
    this.settings.value = settings;
    storedAnalysis.write(settings);
    if (workers !== settings.workers || megabytes !== settings.megabytes) this.engine.configure?.(settings);
    this.show(this.look);
  }

  addServer(server: Thinker): void {
    this.server.value = server;
    if (this.prefersServer.value) this.show(this.look);
  }

  setPlace(place: Place): void {
    this.cancel();
    this.isServerLost.value = false;
    this.prefersServer.value = place === "server";
    storedPlace.write(place);
    this.show(this.look);
  }

  cancel(): void {
    this.running?.cancel();
    this.running = null;
    this.isRunning.value = false;
  }

  private restart(): void {
    this.cancel();
    const { look } = this;
    if (look === null || look.score !== null || !this.isVisible || !this.isOn.value) return;
    const { position, objective } = look;
    const { seconds, lines } = this.settings.value;
    const within = seconds === 0 ? {} : { ms: seconds * 1000 * this.rounds };
    const isOnServer = this.place.value === "server";
    this.isRunning.value = true;
    this.error.value = null;
    const running = this.thinker.think({ ask: "analyse", position, objective, lines, within }, (event) => {
      if (event.tell === "report") this.report.value = event;
      else if (event.tell === "failed" && isOnServer && event.problem.code === "connection-lost") this.leaveServer();
      else if (event.tell === "failed") this.error.value = event.problem;
    });
    this.running = running;
    void running.done.then(() => {
      if (this.running !== running) return;
      this.running = null;
      this.isRunning.value = false;
    });
  }

  /** The engine of the page takes over. */
  private leaveServer(): void {
    this.isServerLost.value = true;
    this.restart();
  }
}
