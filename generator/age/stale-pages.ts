import type { Place, Problem } from "../config/problem.ts";
import type { ParsedFile } from "../markdown/parse.ts";

interface AgeOptions {
  readonly nowMs: number;
  readonly staleAfterDays: number;
  /** When each file was last committed, by path; null if that is not known. */
  readonly commits: ReadonlyMap<string, number> | null;
}

const DAY_MS = 24 * 60 * 60_000;
const START: Place = { line: 1, column: 1 };

/**
 * Reports the pages that nobody has looked at for a long time: by `reviewed` of the frontmatter,
 * otherwise by the last commit that changed them.
 */
export function stalePages(files: readonly ParsedFile[], options: AgeOptions): Problem[] {
  return files.flatMap((file): Problem[] => {
    const { reviewed, owner } = file.frontmatter.data;
    const message = messageFor(file.path, reviewed, options);
    if (message === null) return [];
    const place = file.frontmatter.places.reviewed ?? START;
    const whose =
      typeof owner === "string" && owner.trim() !== "" ? `; owner: ${owner.trim()}` : "";
    const text = message + whose;
    return [{ file: file.path, ...place, rule: "stale-page", message: text, suggestion: null }];
  });
}

function messageFor(
  path: string,
  reviewed: unknown,
  { nowMs, staleAfterDays, commits }: AgeOptions,
): string | null {
  if (reviewed !== undefined && reviewed !== null) {
    const ms = typeof reviewed === "string" ? Date.parse(reviewed) : Number.NaN;
    if (Number.isNaN(ms)) return 'Frontmatter "reviewed" is not a date such as 2026-01-31';
    return describe("reviewed", ms);
  }
  if (commits === null) return 'Nothing says when the page was reviewed: add "reviewed"';
  const ms = commits.get(path);
  return ms === undefined ? null : describe("changed", ms);

  function describe(verb: string, ms: number): string | null {
    const days = Math.floor((nowMs - ms) / DAY_MS);
    if (days <= staleAfterDays) return null;
    return `Not ${verb} since ${new Date(ms).toISOString().slice(0, 10)}, for ${days} days`;
  }
}
