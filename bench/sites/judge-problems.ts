import type { Doc } from "../../corpus/exports.ts";
import type { Problem } from "../../generator/config/problem.ts";
import type { BuiltLink, BuiltPages } from "./built-pages.ts";
import { decoded, type Truth } from "./truth.ts";

/** A link that was reported, and whether it is broken on the site; null if that cannot be said. */
export interface JudgedLink {
  readonly problem: Problem;
  readonly isBroken: boolean | null;
}

interface JudgeOptions {
  readonly docs: readonly Doc[];
  readonly truth: Truth;
  /** The HTML of the site; null if only the ids of its pages are known. */
  readonly built: BuiltPages | null;
}

/** Judges the links and fragments that were reported as broken by the site itself. */
export function judgeProblems(
  problems: readonly Problem[],
  { docs, truth, built }: JudgeOptions,
): JudgedLink[] {
  const byPath = new Map(docs.map((doc) => [doc.path, doc]));
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  return problems.flatMap((problem) => {
    const reported = readReport(problem);
    const doc = byPath.get(problem.file);
    if (reported === null) return [];
    if (doc === undefined) return [{ problem, isBroken: null }];
    const links = built?.linksOf(doc.slug) ?? null;
    if (links !== null) return [{ problem, isBroken: isBrokenIn(links, reported) }];
    const target = reported.id === null ? doc : byId.get(reported.id);
    const isKnown = reported.kind === "fragment" && truth.pageAt(target?.slug ?? "") !== undefined;
    const isBroken = isKnown ? !truth.hasId(target!.slug, reported.text) : null;
    return [{ problem, isBroken }];
  });
}

interface Report {
  readonly kind: "link" | "fragment";
  /** The destination as written, or the fragment. */
  readonly text: string;
  /** The id of the page whose fragment it is; null for the page itself. */
  readonly id: string | null;
}

/** Reads the destination from the message. @returns null if it is about something else */
function readReport({ rule, message }: Problem): Report | null {
  if (rule === "broken-link") {
    const text = /^Link to "(.*)" leads /.exec(message)?.[1];
    return text === undefined ? null : { kind: "link", text, id: null };
  }
  const [, text, id] = /^Fragment "#(.*)" is not on (?:this page|"(.*)")$/.exec(message) ?? [];
  return rule === "broken-fragment" && text !== undefined
    ? { kind: "fragment", text, id: id ?? null }
    : null;
}

/** Tells whether the page has a link with this destination that does not work. */
function isBrokenIn(links: readonly BuiltLink[], { kind, text }: Report): boolean {
  const isSame = ({ href }: BuiltLink): boolean =>
    kind === "fragment" ? fragmentOf(href) === decoded(text) : lastPart(href) === lastPart(text);
  return links.some((link) => !link.works && isSame(link));
}

function fragmentOf(address: string): string {
  return decoded(address.includes("#") ? address.slice(address.indexOf("#") + 1) : "");
}

/** Returns the last part of an address that names something, as all generators would have it. */
function lastPart(address: string): string {
  const [path = ""] = decoded(address).split(/[?#]/, 1);
  const parts = path
    .toLowerCase()
    .split("/")
    .map((part) => part.replace(/\.(?:mdx?|markdown|html?)$/, ""))
    .filter((part) => !["", ".", "..", "index", "_index", "readme"].includes(part));
  return parts.at(-1) ?? "";
}
