// The settings of the analysis: how long it thinks about a position, and how much of the device it uses.

import { isRecord, oneOf, stored } from "../store/stored";

export interface AnalysisSettings {
  /** Seconds for a position; 0 for no limit. */
  seconds: number;
  /** Workers that share the moves of a position. */
  workers: number;
  /** Size of the transposition table of each worker. */
  megabytes: number;
  /** The number of moves with a score. */
  lines: number;
}

export const SECONDS = [5, 20, 60, 300, 0] as const;
export const MEGABYTES = [16, 32, 64, 128] as const;
export const LINES = [1, 2, 3, 5, 64] as const;

/** As many workers as the device has processors, at most this many. */
export const MAX_WORKERS = Math.max(1, Math.min(globalThis.navigator?.hardwareConcurrency || 1, 8));

export const DEFAULT_SETTINGS: AnalysisSettings = {
  seconds: 20,
  workers: Math.min(MAX_WORKERS, 4),
  megabytes: 32,
  lines: 64,
};

export const storedAnalysis = stored<AnalysisSettings>("wane.analysis", DEFAULT_SETTINGS, isAnalysisSettings);

function isAnalysisSettings(value: unknown): value is AnalysisSettings {
  if (!isRecord(value)) return false;
  const { seconds, workers, megabytes, lines } = value;
  return (
    oneOf(SECONDS)(seconds) &&
    oneOf(MEGABYTES)(megabytes) &&
    oneOf(LINES)(lines) &&
    Number.isInteger(workers) &&
    Number(workers) >= 1 &&
    Number(workers) <= MAX_WORKERS
  );
}
