import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import { explainFileError } from "../../corpus/file-error.ts";
import { idOf } from "../../corpus/text/slug.ts";
import type { Fix } from "../config/problem.ts";
import { applyFixes } from "../fix/apply-fixes.ts";
import { frontmatterBlock } from "../markdown/frontmatter/frontmatter-block.ts";
import { isMarkdown } from "../markdown/is-markdown.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { pageSelector } from "../read/collect.ts";
import { selectionOf } from "../read/read-tree.ts";
import {
  type IncludeReader,
  readPageText,
  type WrittenInclude,
} from "../sites/syntax/page-text.ts";
import { type CommittedFiles, committedFiles } from "./committed-files.ts";
import { type Destination, Destinations } from "./destinations.ts";
import { type RenamedHeading, renameHeading } from "./heading.ts";
import { ledgerChange } from "./ledger-change.ts";
import { createResolver, type OpenTree } from "./open-tree.ts";
import { orderChanges } from "./order-files.ts";
import { PathMoves } from "./path-moves.ts";
import type { ChangedText, Obstacle, Plan, Refactoring } from "./plan.ts";
import { type Reference, referencesIn } from "./references.ts";
import { isSame, Rewriter } from "./rewriter.ts";

/**
 * Works out what a refactoring changes: every reference that would lead elsewhere is written so that it
 * leads where it did, and the new texts are read again to see that it does.
 *
 * @throws {DocgateError} `setting` if it cannot be done at all, `file` if a file cannot be read
 */
export function planRefactoring(tree: OpenTree, refactoring: Refactoring): Plan {
  return new Planner(tree, refactoring).plan();
}

/** A file whose references are followed. */
interface ReadFile {
  readonly page: ParsedFile;
  /** Its text without a byte order mark. */
  readonly text: string;
  readonly references: readonly Reference[];
}

/** Where the references of a file must lead. */
interface Meant {
  readonly reference: Reference;
  readonly destination: Destination;
}

class Planner {
  readonly #tree: OpenTree;
  readonly #paths: PathMoves;
  readonly #heading: RenamedHeading | null;
  readonly #committed: CommittedFiles;
  /** Each page with what it is after the refactoring, as far as others need it. */
  readonly #pages: ReadonlyMap<ParsedFile, ParsedFile>;
  readonly #rewriter: Rewriter;
  /** Paths of the pages that may link to what is moved; null if any page may. */
  readonly #linking: ReadonlySet<string> | null;
  readonly #existing = new Map<string, boolean>();
  /** Path after the refactoring → text. */
  readonly #newTexts = new Map<string, string>();
  readonly #texts: ChangedText[] = [];
  readonly #obstacles: Obstacle[] = [];
  #references = 0;

  constructor(tree: OpenTree, refactoring: Refactoring) {
    this.#tree = tree;
    this.#paths = new PathMoves(refactoring.kind === "paths" ? refactoring.moves : []);
    this.#committed = committedFiles(tree.root);
    this.#heading = refactoring.kind === "heading" ? this.#rename(refactoring) : null;
    const { files, draftFiles } = tree.sources;
    this.#pages = new Map([...files, ...draftFiles].map((page) => [page, this.#after(page)]));
    this.#rewriter = this.#createRewriter();
    this.#linking = this.#findLinking(refactoring);
  }

  #findLinking(refactoring: Refactoring): ReadonlySet<string> | null {
    const { pagesLinkingTo, resolver } = this.#tree;
    const moved =
      refactoring.kind === "heading"
        ? [refactoring.path]
        : refactoring.moves.map(({ from }) => from);
    const areAllPages = moved.every((path) => resolver.pageAt(path) !== undefined);
    if (pagesLinkingTo === undefined || !areAllPages) return null;
    return new Set(moved.flatMap((path) => [...pagesLinkingTo(path)]));
  }

  plan(): Plan {
    const { sources } = this.#tree;
    // Parts of pages come first: pages are read again with their new texts.
    for (const page of this.#otherMarkdown()) this.#change(page);
    for (const page of [...sources.files, ...sources.draftFiles]) this.#change(page);
    this.#requirePages();
    const order = orderChanges(this.#tree, { paths: this.#paths, pages: this.#pages });
    const texts = order.texts.map((each) => this.#asCommitted(each));
    const ledger = ledgerChange(this.#tree, {
      paths: this.#paths,
      pages: this.#pages,
      heading: this.#heading,
      committed: this.#committed,
    });
    return {
      moves: this.#paths.moves,
      texts: [...this.#texts, ...texts, ...(ledger.text === null ? [] : [ledger.text])],
      obstacles: [...this.#obstacles, ...order.obstacles],
      references: this.#references,
      redirects: ledger.added,
    };
  }

  /** Names the pages that the site would not make pages of at their new paths. */
  #requirePages(): void {
    const { config, sources } = this.#tree;
    if (this.#paths.moves.length === 0) return;
    const isSelected = pageSelector(selectionOf(config));
    const leftOut = config.site.leftOut([...this.#pages.values()]);
    // The pages of a book are those of its summary, which is rewritten.
    const isListed = config.site.generator === "mdbook";
    const pathsOf = Map.groupBy(
      sources.files.map((page) => this.#pages.get(page)!.path),
      idOf,
    );
    for (const page of sources.files) {
      const { path } = this.#pages.get(page)!;
      const isPage = isListed || (isSelected(path) && !leftOut.has(path));
      const isUnique = pathsOf.get(idOf(path))!.length === 1;
      if (path === page.path || (isPage && isUnique)) continue;
      const message = isPage
        ? `would have the id of another page as "${path}"`
        : `would not be a page as "${path}"`;
      this.#obstacles.push({ file: page.path, line: 1, column: 1, message });
    }
  }

  #rename({ path, ...heading }: Extract<Refactoring, { kind: "heading" }>): RenamedHeading {
    const page = this.#tree.sources.files.find((each) => each.path === path);
    if (page === undefined) throw new DocgateError("setting", `"${path}" is not a page.`);
    return renameHeading(this.#tree, page, { ...heading, source: this.#read(path) });
  }

  /** Returns a page with its new path; its title may come from that. */
  #after(page: ParsedFile): ParsedFile {
    if (page.path === this.#heading?.path) return this.#heading.page;
    const path = this.#paths.after(page.path);
    if (path === page.path) return page;
    const bytes = Buffer.from(this.#read(page.path));
    const after = this.#tree.parsePage({ path, bytes }, this.#tree.includeReader);
    return "rule" in after ? { ...page, path } : after;
  }

  #createRewriter(): Rewriter {
    const { config, resolver, sources } = this.#tree;
    const afterOf = (pages: readonly ParsedFile[]) => pages.map((page) => this.#pages.get(page)!);
    const heading = this.#heading;
    // Pages are found by their paths and titles: most headings are neither.
    const hasSameNames =
      heading !== null && resolver.pageAt(heading.path)?.title === heading.page.title;
    const after = hasSameNames
      ? resolver
      : createResolver(afterOf(sources.files), {
          config,
          sources: {
            draftFiles: afterOf(sources.draftFiles),
            otherPaths: new Set(Array.from(sources.otherPaths, (path) => this.#paths.after(path))),
          },
        });
    const hasFile = (path: string) => this.#exists(path);
    const hasFileAfter = (path: string) => {
      const before = this.#paths.before(path);
      return before !== null && this.#exists(before);
    };
    return new Rewriter({
      config,
      resolver,
      paths: this.#paths,
      heading: this.#heading,
      before: new Destinations({ config, resolver, hasFile }),
      after: new Destinations({ config, resolver: after, hasFile: hasFileAfter }),
    });
  }

  #exists(path: string): boolean {
    const known = this.#existing.get(path) ?? existsSync(this.#tree.locationOf(path));
    this.#existing.set(path, known);
    return known;
  }

  /** Reads a file of the docs root, without its byte order mark. */
  #read(path: string): string {
    const unsaved = this.#tree.unsavedText?.(path);
    if (unsaved !== undefined) return unsaved;
    const location = this.#tree.locationOf(path);
    try {
      return withoutMark(readFileSync(location, "utf8"));
    } catch (error) {
      throw explainFileError(error, { use: "read", file: location });
    }
  }

  /** Returns the Markdown files that are not pages, such as parts of pages, as far as they can be read. */
  #otherMarkdown(): ParsedFile[] {
    const { includeReader, parsePage, sources } = this.#tree;
    return Array.from(sources.otherPaths)
      .filter(isMarkdown)
      .flatMap((path) => {
        if (!this.#exists(path)) return [];
        const file = parsePage({ path, bytes: Buffer.from(this.#read(path)) }, includeReader);
        return "rule" in file ? [] : [file];
      });
  }

  /** Writes the references of a file so that they lead where they did. */
  #change(page: ParsedFile): void {
    const from = page.path;
    const to = this.#paths.after(from);
    const isRenamed = from === this.#heading?.path;
    const mayLeadElsewhere = from !== to || isRenamed || this.#isAffected(page);
    if (!mayLeadElsewhere && !this.#mayImport()) return;
    const text = this.#read(from);
    const file = this.#follow(page, { text, reader: this.#tree.includeReader });
    const edits: Fix[] = isRenamed ? [this.#heading!.edit] : [];
    const meant: Meant[] = [];
    for (const reference of file.references) {
      const { range } = reference.link;
      if (isRenamed && range && isWithin(range, this.#heading!.edit.range)) continue;
      const before = this.#rewriter.before(reference, from);
      meant.push({ reference, destination: this.#rewriter.wanted(before, reference) });
      const target = this.#rewriter.rewrite(reference, { from, to });
      if (target === null || range === undefined || target === reference.link.target) continue;
      if (edits.some(({ range: other }) => other[0] === range[0])) continue;
      edits.push({ range, text: target });
      this.#references++;
    }
    if (!mayLeadElsewhere && edits.length === 0) return;
    const after = applyFixes(text, edits);
    const asCommitted = this.#committedWording(page, { to, after, meant });
    const isChanged = (asCommitted ?? after) !== text;
    this.#newTexts.set(to, asCommitted ?? after);
    if (asCommitted === null) this.#verify(page, { to, after, meant });
    if (!isChanged) return;
    const mark = this.#hasMark(from) ? MARK : "";
    this.#texts.push({
      path: from,
      before: mark + text,
      after: mark + (asCommitted ?? after),
      edits: asCommitted === null ? edits : null,
    });
  }

  #hasMark(path: string): boolean {
    if (this.#tree.unsavedText?.(path) !== undefined) return false;
    return readFileSync(this.#tree.locationOf(path), "utf8").startsWith(MARK);
  }

  /** Tells whether a file that stays where it is may name something that does not. */
  #isAffected(page: ParsedFile): boolean {
    const { path, links, images, includes } = page;
    const { site } = this.#tree.config;
    const includesMoved = includes.some((each) =>
      this.#paths.has(posix.relative(site.ofPages.docsFolder, each.path)),
    );
    if (includesMoved) return true;
    if (this.#linking !== null && this.#pages.has(page) && !this.#linking.has(path)) return false;
    const leadsElsewhere = (reference: Reference): boolean =>
      !this.#rewriter.isRight(reference, { from: path, to: path });
    return (
      links.some((link) => leadsElsewhere({ kind: "link", link })) ||
      images.some((link) => leadsElsewhere({ kind: "image", link }))
    );
  }

  /** Tells whether files of the site may import others by their paths. */
  #mayImport(): boolean {
    const { mdx, syntax } = this.#tree.config.site.settings;
    return this.#paths.moves.length > 0 && (mdx.length > 0 || syntax.includes("vue"));
  }

  /** Finds the references of a file with a text. */
  #follow(
    page: ParsedFile,
    { text, reader }: { readonly text: string; readonly reader: IncludeReader },
  ): ReadFile {
    const { site } = this.#tree.config;
    const location = posix.join(site.ofPages.docsFolder, page.path);
    const includes: WrittenInclude[] = [];
    if (page.includes.length > 0) {
      readPageText(text, {
        ...site.ofPages,
        path: page.path,
        location,
        bodyStart: frontmatterBlock(text, site.ofPages.frontmatter)?.end ?? 0,
        reader,
        onInclude: (include) => includes.push(include),
      });
    }
    const own = includes.filter(({ from }) => from === location);
    const unique = own.filter(
      ({ written }, at) => own.findIndex((each) => each.written === written) === at,
    );
    return { page, text, references: referencesIn(page, { text, includes: unique }) };
  }

  /** Reads a new text at its new place; null if it cannot be read. */
  #readAgain(text: string, path: string): ReadFile | null {
    const reader = this.#readerAfter();
    const page = this.#tree.parsePage({ path, bytes: Buffer.from(text) }, reader);
    return "rule" in page ? null : this.#follow(page, { text, reader });
  }

  /** Reads what pages include as it is after the refactoring. */
  #readerAfter(): IncludeReader {
    const { config, includeReader } = this.#tree;
    const { docsFolder } = config.site.ofPages;
    return {
      read: (path) => {
        const after = posix.relative(docsFolder, path);
        const before = this.#paths.before(after);
        if (before === null) return { reason: "there is no such file" };
        const found = includeReader.read(posix.join(docsFolder, before));
        const text = this.#newTexts.get(after);
        return "reason" in found || text === undefined ? found : { ...found, text };
      },
    };
  }

  /**
   * Returns the text that the last commit has of a file if it differs only in how it writes the same
   * destinations: so a file that is moved back is what it was.
   */
  #committedWording(
    page: ParsedFile,
    {
      to,
      after,
      meant,
    }: { readonly to: string; readonly after: string; readonly meant: readonly Meant[] },
  ): string | null {
    if (this.#committed.has(to) !== true) return null;
    const isReturning = page.path !== to && this.#committed.has(page.path) === false;
    const text = this.#committed.read(to);
    if (text === null || withoutMark(text) === after) return null;
    const old = withoutMark(text);
    if (!isReturning && after === this.#read(page.path)) return null;
    const [now, then] = [this.#readAgain(after, to), this.#readAgain(old, to)];
    if (now === null || then === null || masked(now) !== masked(then)) return null;
    return this.#faultOf(then, { to, meant }) === null ? old : null;
  }

  /** Names the references that could not be written. */
  #verify(
    page: ParsedFile,
    {
      to,
      after,
      meant,
    }: { readonly to: string; readonly after: string; readonly meant: readonly Meant[] },
  ): void {
    const again = this.#readAgain(after, to);
    const fault = again === null ? (meant[0] ?? null) : this.#faultOf(again, { to, meant });
    if (fault === null) return;
    const { line, column, target } = fault.reference.link;
    const message = `"${target}" would lead elsewhere and cannot be rewritten`;
    this.#obstacles.push({ file: page.path, line, column, message });
  }

  /** Returns the first reference that does not lead where it must; null if all do. */
  #faultOf(
    { references }: ReadFile,
    { to, meant }: { readonly to: string; readonly meant: readonly Meant[] },
  ): Meant | null {
    const fault = meant.find(({ destination }, at) => {
      const reference = references[at];
      if (destination.kind === "fixed") return false;
      return reference === undefined || !isSame(this.#rewriter.after(reference, to), destination);
    });
    return fault ?? null;
  }

  /** Returns a change with the text of the last commit if both are the same data. */
  #asCommitted(change: ChangedText): ChangedText {
    const old = this.#committed.read(this.#paths.after(change.path));
    if (old === null || change.after === null || old === change.after) return change;
    const isSameData = withoutSpace(old) === withoutSpace(change.after);
    return isSameData ? { ...change, after: old, edits: null } : change;
  }
}

const MARK = "\ufeff";

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, "");
}

function isWithin(inner: readonly [number, number], outer: readonly [number, number]): boolean {
  return inner[0] >= outer[0] && inner[1] <= outer[1];
}

/** Returns the text of a file in which every destination is the same. */
function masked({ text, references }: ReadFile): string {
  const edits = references.flatMap(({ link: { range } }) => (range ? [{ range, text: "\0" }] : []));
  return applyFixes(text, edits);
}
