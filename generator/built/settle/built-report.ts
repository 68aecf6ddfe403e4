import type { ParsedFile } from "../../markdown/parse.ts";
import type { Site } from "../../sites/site.ts";
import { type Differences, findDifferences, type ModelPage } from "../match/differences.ts";
import type { SiteMatch } from "../match/match.ts";
import type { BuiltSite } from "../site/built-site.ts";

/** The built site of a tree, for reports. */
export interface BuiltReport {
  /** The folder, as it was given. */
  readonly name: string;
  readonly site: BuiltSite;
  readonly match: SiteMatch;
  /** Compares the site's model with the built site. */
  readonly differences: () => Differences;
}

interface ReportOptions extends Omit<BuiltReport, "differences"> {
  /** The files as the model has them. */
  readonly files: readonly ParsedFile[];
  readonly model: Site;
  /** The beginning of addresses that those of the model leave out. */
  readonly start: string;
}

export function reportOf({ files, model, start, ...report }: ReportOptions): BuiltReport {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const modelOf = (path: string): ModelPage | null => {
    const file = byPath.get(path)!;
    if (!model.knowsAddressOf(path)) return null;
    const address = `${start}${decodeURI(model.slugOf(file))}`;
    // Without a generator, only the addresses that are configured say something.
    return { address, anchors: model.isDocument ? [] : file.headings.map(({ anchor }) => anchor) };
  };
  return { ...report, differences: () => findDifferences(report.match, modelOf) };
}

/** Names in a sentence beyond these are counted. */
const MAX_NAMED = 3;

/** Returns sentences about what was found of a tree in its built site. */
export function notesOf({ name, site, match }: BuiltReport): string[] {
  const { matched, stale, unmatched } = match;
  const all = matched.length + stale.length + unmatched.length;
  const missing = unmatched.map(({ source, candidates }) =>
    candidates.length === 0
      ? source.path
      : `${source.path} (perhaps ${candidates.slice(0, 2).join(" or ")})`,
  );
  const unread = site.unread.map(({ path, message }) => `${path} (${message})`);
  return [
    `The built site "${name}" has ${matched.length} of ${all} pages${staleOf(stale.length)}; their addresses, anchors and texts are read there`,
    ...listOf("Not found on the built site, so that the model answers", missing),
    ...listOf("Not read of the built site, so that their fragments are not judged", unread),
  ];
}

function staleOf(count: number): string {
  return count === 0 ? "" : ` and ${count} in an older state`;
}

function listOf(start: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length - MAX_NAMED;
  const list = names.slice(0, MAX_NAMED).join(", ");
  return [`${start}: ${list}${more > 0 ? ` and ${more} more` : ""}`];
}
