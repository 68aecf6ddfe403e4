import { parseAddress } from "../../../corpus/redirects.ts";
import { printable } from "../../../corpus/text/printable.ts";
import type { Causes, GoneAddress, GonePage } from "../../changes/causes.ts";
import type { ConsumerLink } from "../../changes/consumers.ts";
import type { CorpusDiff } from "../../changes/diff.ts";
import { CERTAIN } from "../../changes/moves/certain.ts";
import type { LostAddress } from "../../changes/redirects/coverage.ts";
import type { Terminal } from "../report/terminal.ts";
import {
  type Item,
  type Part,
  renderForTerminal,
  renderLines,
  renderMarkdown,
} from "./diff-render.ts";
import { groupByFolder, type MovedFolder } from "./moved-folders.ts";

export type DiffFormat = "pretty" | "json" | "markdown";

/** Number of pages that are named where many have the same. */
const MAX_NAMED = 5;

/**
 * Renders a diff for people: what moved and what was removed, each with what breaks because of it,
 * then the rest, and the totals at the end. Empty parts are omitted. `json` is the diff itself.
 */
export function renderDiff(
  diff: CorpusDiff,
  { causes, consumerLinks = null, format, terminal = null, isAll = false }: RenderOptions,
): string {
  if (format === "json") {
    return JSON.stringify({ ...diff, ...(consumerLinks && { consumerLinks }) }, null, 2);
  }
  const quote = format === "markdown" ? code : printable;
  const all = [consumersPart(consumerLinks ?? [], quote), ...partsOf(diff, { causes, quote })];
  const parts = all.filter(({ items }) => items.length > 0);
  if (parts.length === 0) return "No difference.";
  const broken = consumerLinks && ` Links of consumers that break: ${consumerLinks.length}.`;
  const report = { parts, totals: totalsOf(diff, causes) + (broken ?? "") };
  if (format === "markdown") return renderMarkdown(report);
  return terminal === null
    ? renderLines(report)
    : renderForTerminal(report, { ...terminal, isAll });
}

interface RenderOptions {
  readonly causes: Causes;
  /** The links of other docs that break; null if it is not known who links here. Default: null. */
  readonly consumerLinks?: readonly ConsumerLink[] | null;
  readonly format: DiffFormat;
  /** The terminal that it is for; null for a pipe. Default: null. */
  readonly terminal?: Terminal | null;
  /** True to show every entry on a terminal. Default: false. */
  readonly isAll?: boolean | undefined;
}

/** Number of anchors of a page that are named. */
const MAX_ANCHORS = 20;

type Quote = (text: string) => string;

/** Returns a code span whose fence is longer than any run of backticks in it (CommonMark 6.1). */
function code(text: string): string {
  const shown = printable(text);
  const runs = shown.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  const pad = /`|^ | $/.test(shown) ? " " : "";
  return fence + pad + shown + pad + fence;
}

/** Lists the addresses whose links in other docs break. */
function consumersPart(links: readonly ConsumerLink[], quote: Quote): Part {
  const byAddress = Map.groupBy(links, ({ to }) => to);
  const items = Array.from(byAddress, ([to, all]) => ({
    line: quote(to),
    details: all.map(
      ({ consumer, from }) => `breaks a link in ${quote(from)} of ${quote(consumer)}`,
    ),
  }));
  return { title: "Links of consumers that break", items, count: links.length };
}

function partsOf(
  diff: CorpusDiff,
  { causes, quote }: { readonly causes: Causes; readonly quote: Quote },
): Part[] {
  const writer = new CauseWriter(quote);
  const [moved, removed] = [true, false].map((is) =>
    causes.pages.filter((page) => isMoved(page) === is),
  );
  return [
    {
      title: "Moved",
      items: groupByFolder(moved!).map((one) =>
        "pages" in one ? writer.folder(one) : writer.page(one),
      ),
      count: moved!.length,
    },
    { title: "Removed", items: removed!.map((page) => writer.page(page)) },
    { title: "Anchors gone", items: causes.anchors.map((one) => writer.anchor(one)) },
    {
      title: "Added",
      items: addedPages(diff, moved!).map((id) => ({ line: quote(id), details: [] })),
    },
    {
      title: "Changed",
      items: diff.changed.map(({ id, fields }) => ({
        line: `${quote(id)} (${fields.join(", ")})`,
        details: [],
      })),
    },
  ];
}

/** Describes what is gone, and what breaks because of it. */
class CauseWriter {
  readonly #quote: Quote;

  constructor(quote: Quote) {
    this.#quote = quote;
  }

  page(page: GonePage): Item {
    const { from, move, slugs, along, anchors, links } = page;
    const lost = (anchor: GoneAddress): boolean => move === null && anchor.move === null;
    const together = [...along, ...anchors.filter(lost).map((one) => anchorOf(one))];
    const details = [
      ...(together.length > 0 ? [`with it ${this.#list(together)}`] : []),
      ...anchors.filter((one) => !lost(one)).flatMap((one) => this.#anchorLines(one)),
      ...links.map((link) => this.#link(link)),
    ];
    if (slugs !== null) {
      return { line: `${this.#quote(slugs.old)} → ${this.#quote(slugs.now)}`, details };
    }
    return { line: this.#quote(from) + targetOf(move, this.#quote), details };
  }

  folder({ from, to, pages }: MovedFolder): Item {
    const anchors = pages.reduce((sum, { along }) => sum + along.length, 0);
    const links = [...new Set(pages.flatMap((page) => page.links))];
    const named = links.slice(0, MAX_NAMED).map((id) => this.#quote(id));
    const more = links.length - named.length;
    const rest = more > 0 ? ` and ${more} more` : "";
    const [old, now] = [from, to].map((path) => this.#quote(path === "" ? "/" : path));
    const size = `${pages.length} pages${anchors > 0 ? `, ${anchors} anchors` : ""}`;
    return {
      line: `${old} → ${now} (${size})`,
      details: links.length > 0 ? [`breaks links in ${named.join(", ")}${rest}`] : [],
    };
  }

  anchor({ from, move, links }: GoneAddress): Item {
    const line = this.#quote(from) + targetOf(move, this.#quote);
    return { line, details: links.map((link) => this.#link(link)) };
  }

  #anchorLines(gone: GoneAddress): string[] {
    const target = gone.move === null ? ": not found" : targetOf(gone.move, this.#quote);
    return [
      this.#quote(`#${anchorOf(gone)}`) + target,
      ...gone.links.map((link) => this.#link(link)),
    ];
  }

  #link(from: string): string {
    return `breaks a link in ${this.#quote(from)}`;
  }

  #list(anchors: readonly string[]): string {
    const named = anchors.slice(0, MAX_ANCHORS).map((anchor) => this.#quote(`#${anchor}`));
    const more = anchors.length - named.length;
    return named.join(", ") + (more > 0 ? ` and ${more} more` : "");
  }
}

/** Returns where an address leads now, to follow its name. */
function targetOf(move: GoneAddress["move"], quote: Quote): string {
  if (move === null) return "";
  const perhaps = isCertain(move) ? "" : "perhaps ";
  const why = `${move.confidence.toFixed(2)}: ${quoteReason(move.reason, quote)}`;
  return ` → ${perhaps}${quote(move.to)} (${why})`;
}

/** A reason is a sentence, but one that may quote headings. */
function quoteReason(reason: string, quote: Quote): string {
  return reason.includes('"') ? quote(reason) : reason;
}

function anchorOf({ from }: GoneAddress): string {
  return parseAddress(from).anchor!;
}

/** Tells whether readers of a page certainly find it elsewhere. */
function isMoved({ slugs, move }: GonePage): boolean {
  return slugs !== null || isCertain(move);
}

function isCertain(move: GoneAddress["move"]): boolean {
  return move !== null && move.confidence >= CERTAIN;
}

/** Returns the added pages, without those to which an old page moved as a whole. */
function addedPages({ added }: CorpusDiff, moved: readonly GonePage[]): string[] {
  const targets = new Set(moved.map(({ move }) => move?.to));
  return added.filter((id) => !targets.has(id));
}

/** Returns the totals, as two lines. */
function totalsOf(diff: CorpusDiff, { pages, anchors }: Causes): string {
  const moved = pages.filter(isMoved);
  const single = [
    ...anchors,
    ...pages.filter(isNotIn(moved)),
    ...pages.flatMap((page) => page.anchors),
  ];
  const along = (some: readonly GonePage[]): number =>
    some.reduce((sum, page) => sum + page.along.length, 0);
  const certain = moved.length + along(moved) + single.filter(({ move }) => isCertain(move)).length;
  const none = single.filter(({ move }) => move === null).length;
  const all = diff.brokenAddresses.length;
  const counts = [
    `${moved.length} moved`,
    `${pages.length - moved.length} removed`,
    `${addedPages(diff, moved).length} added`,
    `${diff.changed.length} changed`,
  ];
  const places = `${certain} with a certain new place, ${all - certain - none} with a possible one, ${none} with none`;
  return `Pages: ${counts.join(", ")}.
Addresses that break: ${all}${all === 0 ? "" : `, ${places}`}. Links that break: ${diff.brokenLinks.length}.`;
}

function isNotIn(pages: readonly GonePage[]): (page: GonePage) => boolean {
  const some = new Set(pages);
  return (page) => !some.has(page);
}

/** Renders the addresses that go away without an entry in the ledger, one on each line. */
export function renderUncovered(uncovered: readonly LostAddress[]): string {
  const lines = uncovered.map((one) => `  ${describeUncovered(one)}`);
  return `Addresses without an entry in the ledger (${uncovered.length})\n${lines.join("\n")}`;
}

export function describeUncovered({ from, move }: LostAddress): string {
  return printable(from) + (move === null ? ": not found" : targetOf(move, printable));
}
