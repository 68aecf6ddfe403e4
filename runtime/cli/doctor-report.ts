import type { Colors } from "picocolors/types.js";

/** The result of one check. */
export interface Finding {
  readonly level: "ok" | "warn" | "fail";
  /** The subject of the check. */
  readonly what: string;
  /** The result; for a warning or failure, also how to fix it. */
  readonly message: string;
}

const LEVELS = ["ok", "warn", "fail"] as const;

/** Writes a line for each finding. */
export function renderFindings(findings: readonly Finding[], colors: Colors): string {
  const colorOf = { ok: colors.green, warn: colors.yellow, fail: colors.red };
  return findings
    .map(({ level, what, message }) => `${colorOf[level](level.padEnd(4))}  ${what}: ${message}`)
    .join("\n");
}

/** Describes the findings for programs. */
export function describeFindings(findings: readonly Finding[]) {
  const summary = Object.fromEntries(
    LEVELS.map((level) => [level, findings.filter((finding) => finding.level === level).length]),
  );
  return { findings, summary };
}
