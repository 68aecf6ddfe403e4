import type { Progress } from "../config/generation.ts";

const WIDTH = 24;
const REDRAW_MS = 80;

/** A terminal line that is redrawn in place. */
export interface ProgressBar {
  update(progress: Progress): void;
  /** Removes the line. */
  clear(): void;
}

export interface ProgressBarOptions {
  readonly write: (text: string) => void;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
}

/** Creates a progress bar with counts and rate, for a terminal. */
export function createProgressBar({ write, now }: ProgressBarOptions): ProgressBar {
  const start = now();
  let drawn = -Infinity;
  return {
    update(progress) {
      const time = now();
      if (time - drawn < REDRAW_MS && progress.done < progress.total) return;
      drawn = time;
      write(`\r\x1b[2K${progressLine(progress, time - start)}`);
    },
    clear() {
      write("\r\x1b[2K");
    },
  };
}

/** Returns, for example, `[████░░░░] 1200/3021 files, 450 files/s`. */
export function progressLine({ done, total }: Progress, elapsedMs: number): string {
  const filled = total === 0 ? WIDTH : Math.round((done / total) * WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
  const rate = elapsedMs > 0 ? Math.round((done / elapsedMs) * 1000) : done;
  return `[${bar}] ${done}/${total} files, ${rate} files/s`;
}
