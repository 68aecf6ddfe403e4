import { isUtf8 } from "node:buffer";
import { posix } from "node:path";
import type { Root } from "mdast";
import type { Edit } from "../../corpus/marks.ts";
import type { CodeBlock, Heading } from "../../corpus/schema.ts";
import type { PageWords, WordCounter } from "../../corpus/search/words/index/page-words.ts";
import { foldCase } from "../../corpus/text/fold.ts";
import type { Ignore } from "../config/ignore.ts";
import type { Place, Problem } from "../config/problem.ts";
import type { SitePageSettings } from "../config/site-settings.ts";
import type { TitleSource } from "../config/title-sources.ts";
import type { PageTerms, TermCounter } from "../index/terms.ts";
import { EditedText } from "../sites/syntax/edited-text.ts";
import type {
  IncludeReader,
  IncludeStamp,
  PageText,
  ReadPageText,
} from "../sites/syntax/page-text.ts";
import { assignAnchors } from "./anchors/anchors.ts";
import { decode } from "./decode.ts";
import { namesDownload } from "./downloads.ts";
import { readFrontmatter } from "./frontmatter/frontmatter.ts";
import {
  type Frontmatter,
  frontmatterBlock,
  withoutBlock,
} from "./frontmatter/frontmatter-block.ts";
import { type FoundHeading, findHeadings } from "./headings.ts";
import { type FoundIgnores, findIgnores } from "./ignore-comments.ts";
import { findImages, missingAlts } from "./images.ts";
import { type FoundLink, type FoundLinks, findLinks } from "./links.ts";
import type { ParseMarkdown } from "./markdown.ts";
import { allNodes } from "./markdown-nodes.ts";
import { findCodeBlocks } from "./marks/code-blocks.ts";
import { seenHeadings } from "./marks/hidden-headings.ts";
import { findHiddenText } from "./marks/hidden-text.ts";
import {
  type AgentMarks,
  findMarks,
  markDescription,
  markPlainText,
  type PageMarks,
} from "./marks/marks.ts";
import { findMarkup } from "./marks/markup.ts";
import { findRenderedComments } from "./marks/rendered-comments.ts";
import type { Runs } from "./marks/text-runs.ts";
import { idsOfComponents } from "./mdx/component-ids.ts";
import { findJsx } from "./mdx/jsx-tags.ts";
import { type PageTree, parsePage } from "./mdx/page-syntax.ts";
import { depthExcess, type Excess, sizeExcess, TOO_DEEP, withinStack } from "./page-limits.ts";
import { editsAsRuns, placesIn } from "./source-places.ts";
import { chooseTitle } from "./title.ts";
import { undefinedReferences } from "./undefined-references.ts";
import { countWords } from "./words.ts";

/** All data from a single file. Everything but its body, terms and words is plain JSON data. */
export interface ParsedFile {
  /** Path relative to the docs root. */
  readonly path: string;
  readonly title: string;
  readonly titlePlace: Place;
  readonly titleSource: TitleSource;
  readonly description: string | null;
  /** Other names of the page in its frontmatter. */
  readonly keywords: readonly string[];
  /** True if the frontmatter says that the page is not to be published. */
  readonly isDraft: boolean;
  /** True if the frontmatter says that the page is in no list and no search. */
  readonly unlisted: boolean;
  readonly hasFrontmatter: boolean;
  /** The values of the frontmatter under the keys that the site reads. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The other files that it includes. */
  readonly includes: readonly IncludeStamp[];
  readonly headings: readonly Heading[];
  /** The source of each heading's content; null where it is the heading's text. */
  readonly headingSources: readonly (string | null)[];
  /**
   * Every fragment that leads somewhere in the page: anchors of all headings, and ids in HTML. One that
   * ends in `.*` stands for all that begin like it.
   */
  readonly fragments: readonly string[];
  readonly codeBlocks: readonly CodeBlock[];
  /** Encoded in UTF-8: a string may take twice the memory. */
  readonly body: Uint8Array;
  /** How the body becomes the page text: see `docShape` in `corpus/schema.ts`. */
  readonly edits: Runs;
  readonly wordCount: number;
  readonly marks: FileMarks;
  /** The terms for the index of MiniSearch, and the words for the search in words. */
  readonly terms: PageTerms;
  readonly words: PageWords;
  readonly links: readonly FoundLink[];
  /** The links that name a file that is not a page. */
  readonly downloads: readonly FoundLink[];
  /** The files that it shows: images, videos and sounds. */
  readonly images: readonly FoundLink[];
  /** Targets of the links that begin at the root of the site: `/guide/first`. */
  readonly siteTargets: readonly string[];
  readonly frontmatter: Frontmatter;
  readonly problems: readonly Problem[];
  readonly ignores: readonly Ignore[];
}

/** The marks of a page, whose links are not yet resolved. */
export interface FileMarks extends PageMarks {
  /** Where the body continues after a first heading that is the title; otherwise 0. */
  readonly titleEnd: number;
  /** Null if agents are given the description as it is. */
  readonly description: AgentMarks | null;
}

/** A file's bytes and name. */
export interface SourceFile {
  /** Path relative to the docs root, NFC, POSIX separators (DOC-A2). */
  readonly path: string;
  readonly bytes: Uint8Array;
  /**
   * How the page text becomes what its site shows: in order and apart from each other, with offsets
   * in the page text as it is without them (`pageTextOf`). Default: none.
   */
  readonly siteEdits?: readonly Edit[] | undefined;
}

const NO_FRONTMATTER: Frontmatter = { data: {}, places: {}, sources: {} };
const NOTHING_FOUND = {
  includes: [],
  found: [],
  anchors: [],
  links: [],
  images: [],
  codeBlocks: [],
  htmlIds: [],
  hidden: [],
  unclear: [],
  textStart: null,
  ignoring: { ignores: [], problems: [] },
};
const utf8 = new TextEncoder();
const START: Place = { line: 1, column: 1 };

/** The settings that a page's parsed form depends on, as plain data. */
export interface PageSettings {
  readonly site: SitePageSettings;
  /** The sources of the title, in order. */
  readonly titles: readonly TitleSource[];
  /** A larger page keeps only its text. */
  readonly maxPageBytes: number;
  /** Without an index of MiniSearch, a page has no terms. `keywords` are keys of the frontmatter. */
  readonly search: { readonly minisearch: boolean; readonly keywords: readonly string[] };
}

/** A limit that a page is known to exceed. Nothing that is left out is looked for. */
export interface PageExcess extends Excess {
  /** True if not even its frontmatter can be read. */
  readonly isBodyOnly: boolean;
}

/** How to read a file. */
export interface ParseOptions extends PageSettings {
  readonly parse: ParseMarkdown;
  readonly countTerms: TermCounter;
  readonly wordCounter: Pick<WordCounter, "count">;
  /** Reads the syntax of the site; null for one that has none: see `loadPageText`. */
  readonly readPageText: ReadPageText | null;
  /** Reads the files that pages include. */
  readonly includeReader: IncludeReader;
  /** Default: the page is not known to exceed a limit. */
  readonly limited?: PageExcess | undefined;
}

/**
 * Reads one file. The result depends only on the file and the page settings.
 *
 * @returns the parsed file, or the problem that makes it unreadable
 */
export function parseFile(file: SourceFile, options: ParseOptions): ParsedFile | Problem {
  const { path, bytes, siteEdits = [] } = file;
  if (!isUtf8(bytes)) return encodingProblem(path, bytes);
  const source = withoutMark(decode(bytes));
  const known = options.limited ?? sizeExcess(bytes, options.maxPageBytes);
  const whole =
    known ?? withinStack(() => readPage(source, { path, siteEdits, ...options })) ?? TOO_DEEP;
  const excess = "message" in whole ? whole : null;
  const isBodyOnly = options.limited?.isBodyOnly === true;
  const read =
    "message" in whole ? readText(source, { path, isBodyOnly, site: options.site }) : whole;
  const { found, anchors, frontmatter, links, htmlIds, edited, bodyStart, textStart } = read;
  const outline = found.flatMap((heading, index) =>
    heading.depth <= 4 && !heading.isHidden ? [{ ...heading, anchor: anchors[index]! }] : [],
  );
  const headings = outline.map(({ depth, text, anchor, offset }) => ({
    depth,
    text,
    anchor,
    start: offset - bodyStart,
  }));
  const isLinked = (_: string, index: number) => options.site.titleIds || found[index]!.depth > 1;
  const texts = readTexts(
    { path, frontmatter, headings: found.filter(({ isHidden }) => !isHidden) },
    options.titles,
  );
  const marks: FileMarks = {
    ...read.marks,
    titleEnd: endOfTitle(found, {
      title: texts.values.title,
      source: edited.text,
      bodyStart,
      textStart,
    }),
    description: excess ? null : markDescription(texts.values.description, options.parse),
  };
  const edits = editsAsRuns(edited, bodyStart);
  const sourceBody = source.slice(bodyStart);
  const unlisted = isUnlisted(path, { frontmatter, site: options.site });
  const page = { ...texts.values, headings, body: sourceBody, edits, marks, unlisted };
  const places = placesIn(edited);
  const placed = links.map((link) => places.link(link));
  const tooComplex = excess === null ? [] : [complexityProblem(path, excess)];
  return {
    path,
    ...page,
    titlePlace:
      texts.values.titleSource === "frontmatter"
        ? texts.values.titlePlace
        : places.move(texts.values.titlePlace),
    headingSources: outline.map(({ raw, text }) => (raw === text ? null : raw)),
    keywords: keywordsOf(frontmatter, options.search.keywords),
    isDraft: saysSo(frontmatter, options.site.drafts),
    hasFrontmatter: bodyStart > 0,
    facts: factsOf(frontmatter, options.site),
    includes: read.includes,
    body: utf8.encode(sourceBody),
    fragments: [...new Set([...anchors.filter(isLinked), ...htmlIds])],
    codeBlocks: read.codeBlocks,
    wordCount: countWords(sourceBody),
    terms: options.countTerms(page),
    words: options.wordCounter.count(page),
    links: placed,
    downloads: placed.filter(namesDownload),
    images: read.images.map((image) => places.link(image)),
    siteTargets: links.filter(isOfSite).map(({ target }) => target),
    frontmatter,
    problems: [
      ...tooComplex,
      ...read.problems,
      ...texts.problems,
      ...repeatedIds(found, path).map(places.move),
      ...read.hidden.map(places.move),
      ...read.unclear.map(places.move),
      ...read.ignoring.problems.map(places.move),
    ],
    ignores: read.ignoring.ignores.map(places.ignore),
  };
}

/** Tells whether one of some keys is true, or with `!` false. Only booleans count: a string may be anything. */
function saysSo({ data }: Frontmatter, keys: readonly string[]): boolean {
  return keys.some((key) =>
    key.startsWith("!") ? data[key.slice(1)] === false : data[key] === true,
  );
}

/** Returns the texts under some keys, each once: those of lists, and those between commas. */
function keywordsOf({ data }: Frontmatter, keys: readonly string[]): string[] {
  const values = keys.flatMap((key) => (Object.hasOwn(data, key) ? data[key] : []));
  const texts = values.flatMap((value) => (typeof value === "string" ? value.split(",") : []));
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
}

/** The paths of the pages that are listed, by the list in the settings. */
const listedPages = new WeakMap<readonly string[], ReadonlySet<string>>();

interface ListingOptions {
  readonly frontmatter: Frontmatter;
  readonly site: SitePageSettings;
}

/** Tells whether a page is in no list and no search. */
function isUnlisted(path: string, { frontmatter, site }: ListingOptions): boolean {
  const { unlisted, listed } = site;
  if (saysSo(frontmatter, unlisted)) return true;
  if (listed.length === 0) return false;
  const paths = listedPages.get(listed) ?? new Set(listed);
  listedPages.set(listed, paths);
  return !paths.has(path);
}

function factsOf({ data }: Frontmatter, { keys }: SitePageSettings): ParsedFile["facts"] {
  const known = keys.filter((key) => Object.hasOwn(data, key));
  return Object.fromEntries(known.map((key) => [key, data[key]]));
}

function isOfSite({ kind, target }: FoundLink): boolean {
  return kind === "url" && /^\/(?!\/)/.test(target);
}

/** The parts found in a page's text; places and offsets are those in the page text. */
interface PageParts extends SplitFile, FoundLinks, Pick<PageText, "edited" | "includes"> {
  /** Where the text after the frontmatter begins, in the source and in the page text. */
  readonly bodyStart: number;
  readonly hidden: readonly Problem[];
  /** Images without a text, and references without a definition. */
  readonly unclear: readonly Problem[];
  readonly images: readonly FoundLink[];
  /** Their offsets are in the body. */
  readonly codeBlocks: readonly CodeBlock[];
  readonly ignoring: FoundIgnores;
  readonly marks: PageMarks;
  readonly found: readonly FoundHeading[];
  /** The anchors of the headings, in their order. */
  readonly anchors: readonly string[];
  /** Where the text begins after imports and exports of MDX; null if the body does not begin with any. */
  readonly textStart: number | null;
}

interface PageOptions extends ParseOptions {
  readonly path: string;
  readonly siteEdits: readonly Edit[];
}

function readPage(
  file: string,
  { path, siteEdits, parse, site, readPageText, includeReader }: PageOptions,
): PageParts | Excess {
  const frontmatterEnd = frontmatterBlock(file, site.frontmatter)?.end ?? 0;
  const { edited, includes, ...text } = readPageText?.(file, {
    ...site,
    path,
    location: posix.join(site.docsFolder, path),
    bodyStart: frontmatterEnd,
    reader: includeReader,
  }) ?? { edited: new EditedText(file), includes: [], ids: [], problems: [] };
  edited.apply(siteEdits.map((edit) => moved(edit, frontmatterEnd)));
  const source = edited.text;
  const { tree, split, isMdx, problems } = parseSource(source, { path, parse, site });
  const excess = depthExcess(tree) ?? split.problems.find(isTooComplex);
  if (excess) return excess;
  const nodes = allNodes(tree);
  const bodyStart = source.length - split.body.length;
  const { shownAttributes } = site;
  const elements = isMdx ? findJsx(nodes, { source, shownAttributes }) : null;
  const hasComponents = site.syntax.includes("vue");
  const markup = findMarkup(nodes, { source, bodyStart, elements, hasComponents });
  const { hidden } = markup;
  const comments = findRenderedComments(hidden, { source, patterns: site.comments });
  const { links, htmlIds } = findLinks(nodes, { source, elements });
  const { images, withoutAlt } = findImages(nodes, { source, elements });
  const made = elements === null ? [] : idsOfComponents(elements, site.componentIds);
  const parseAgain = (text: string) => parse(text, isMdx ? "mdx" : "markdown");
  const headings = findHeadings(nodes, source);
  const seen = seenHeadings(headings, { source, hidden, parse: parseAgain });
  const found = site.includes.includes("mdx-imports") ? inParts(seen, edited) : seen;
  return {
    ...split,
    problems: [...problems.map(placesIn(edited).move), ...split.problems, ...text.problems],
    edited,
    includes,
    bodyStart,
    links,
    htmlIds: [...htmlIds, ...made, ...text.ids, ...comments.ids],
    images,
    codeBlocks: findCodeBlocks(nodes, { source, bodyStart, hidden }),
    unclear: [
      ...missingAlts(withoutAlt, path),
      ...undefinedReferences(nodes, { source, file, path }),
    ],
    hidden: findHiddenText(source, { path, bodyStart, hidden, rendered: comments.starts }),
    marks: findMarks(nodes, { source, bodyStart, markup }),
    ignoring: findIgnores(nodes, { source, path }),
    found,
    anchors: assignAnchors(found, site.anchors),
    textStart: textStartOf(tree),
  };
}

function moved({ start, end, text }: Edit, by: number): Edit {
  return { start: start + by, end: end + by, text };
}

/** Says of headings which imported file they are from: each is compiled separately. */
function inParts(headings: readonly FoundHeading[], edited: EditedText): FoundHeading[] {
  return headings.map((heading) => {
    const part = edited.insertionAt(heading.offset);
    return part === null ? heading : { ...heading, part };
  });
}

function textStartOf({ children }: Root): number | null {
  let end: number | null = null;
  for (const { type, position } of children) {
    if (type === "mdxjsEsm") end = position!.end.offset!;
    else if (type !== "yaml") break;
  }
  return end;
}

/** Parses a page text. Frontmatter that no parser of Markdown knows is blank to it. */
function parseSource(
  source: string,
  { path, parse, site }: Pick<ParseOptions, "parse" | "site"> & { readonly path: string },
): PageTree & { readonly split: SplitFile } {
  const isFenced = /^(?:\+\+\+|\{)/.test(source);
  const block = isFenced ? frontmatterBlock(source, site.frontmatter) : null;
  const text = block === null ? source : withoutBlock(source, block);
  const page = parsePage(text, { path, parse, mdx: site.mdx });
  if (block === null) return { ...page, split: splitFrontmatter(page.tree, { path, source }) };
  const frontmatter = readFrontmatter({ file: path, ...block });
  return { ...page, split: splitOff(frontmatter, source.slice(block.end)) };
}

interface TextOptions {
  readonly path: string;
  readonly isBodyOnly: boolean;
  readonly site: SitePageSettings;
}

/** Reads the parts that need no parser of Markdown: the text, and the frontmatter (DOC-A16). */
function readText(source: string, { path, isBodyOnly, site }: TextOptions): PageParts {
  const block = frontmatterBlock(source, site.frontmatter);
  const body = block === null ? source : source.slice(block.end);
  const read = () => readFrontmatter({ file: path, ...block! });
  const result = (block === null || isBodyOnly ? null : withinStack(read)) ?? NO_FRONTMATTER;
  // That it exceeds a limit is the page's own problem.
  const isOver = "rule" in result && isTooComplex(result);
  const split = splitOff(isOver ? NO_FRONTMATTER : result, body);
  return {
    ...split,
    ...NOTHING_FOUND,
    edited: new EditedText(source),
    bodyStart: source.length - body.length,
    marks: markPlainText(body),
  };
}

function isTooComplex(problem: Problem): boolean {
  return problem.rule === "page-too-complex";
}

function complexityProblem(file: string, { message, line }: Excess): Problem {
  return { file, line, column: 1, rule: "page-too-complex", message, suggestion: null };
}

/** Removes a byte order mark, which is not text. */
function withoutMark(source: string): string {
  return source.startsWith("\ufeff") ? source.slice(1) : source;
}

interface SplitFile {
  readonly frontmatter: Frontmatter;
  readonly body: string;
  readonly problems: readonly Problem[];
}

/**
 * Separates the frontmatter. The body is the text after the block and the one line end that closes
 * it (DOC-A8).
 */
function splitFrontmatter(tree: Root, file: { path: string; source: string }): SplitFile {
  const { path, source } = file;
  const [first] = tree.children;
  if (first?.type !== "yaml") return { frontmatter: NO_FRONTMATTER, body: source, problems: [] };
  const body = source.slice(first.position!.end.offset).replace(/^[ \t]*(?:\r\n|\r|\n|$)/, "");
  return splitOff(
    readFrontmatter({ file: path, format: "yaml", text: first.value, firstLine: 2 }),
    body,
  );
}

function splitOff(result: Frontmatter | Problem, body: string): SplitFile {
  return "rule" in result
    ? { frontmatter: NO_FRONTMATTER, body, problems: [result] }
    : { frontmatter: result, body, problems: [] };
}

interface TextSource {
  readonly path: string;
  readonly frontmatter: Frontmatter;
  readonly headings: readonly FoundHeading[];
}

interface Texts {
  readonly values: Pick<ParsedFile, "title" | "titlePlace" | "titleSource" | "description">;
  readonly problems: readonly Problem[];
}

/** Reads title (DOC-A5) and description. */
function readTexts(
  { path, frontmatter, headings }: TextSource,
  titles: readonly TitleSource[],
): Texts {
  const problems: Problem[] = [];
  const read = (key: "title" | "description"): string | null => {
    const value = frontmatter.data[key];
    if (value === undefined || value === null) return null;
    if (typeof value === "string") return value.trim() || null;
    if (typeof value !== "object") return frontmatter.sources[key] ?? String(value);
    const message = `Frontmatter "${key}" is not a string; it is ignored`;
    const place = frontmatter.places[key] ?? START;
    problems.push({ file: path, ...place, rule: "frontmatter-value", message, suggestion: null });
    return null;
  };
  const ownTitle = read("title");
  const own =
    ownTitle === null ? null : { text: ownTitle, place: frontmatter.places.title ?? START };
  const title = chooseTitle({ path, frontmatter: own, headings }, titles);
  const values = {
    title: title.text,
    titlePlace: title.place,
    titleSource: title.source,
    description: read("description"),
  };
  return { values, problems };
}

interface TitleOptions {
  readonly title: string;
  readonly source: string;
  /** Offset of the body in the source. */
  readonly bodyStart: number;
  /** Where its text begins, if that is not its start. */
  readonly textStart: number | null;
}

/** Returns where a first heading ends that only repeats the title; 0 if there is none. */
function endOfTitle(
  headings: readonly FoundHeading[],
  { title, source, bodyStart, textStart }: TitleOptions,
): number {
  const first = headings.find(({ depth, isHidden }) => depth <= 4 && !isHidden);
  const isTitle = first?.depth === 1 && foldCase(first.text) === foldCase(title);
  return isTitle && source.slice(textStart ?? bodyStart, first.offset).trim() === ""
    ? first.end - bodyStart
    : 0;
}

function repeatedIds(headings: readonly FoundHeading[], file: string): Problem[] {
  const seen = new Map<string, FoundHeading>();
  return headings.flatMap((heading): Problem[] => {
    const { customId, line, column } = heading;
    if (customId === null) return [];
    const first = seen.get(customId);
    if (first === undefined) {
      seen.set(customId, heading);
      return [];
    }
    const message = `Heading id "${customId}" is already used on line ${first.line}`;
    return [{ file, line, column, rule: "duplicate-anchor", message, suggestion: null }];
  });
}

function encodingProblem(file: string, bytes: Uint8Array): Problem {
  const { offset, line, column } = firstInvalidByte(bytes);
  const mark = Buffer.from(bytes.subarray(0, 2)).toString("hex");
  const hint = mark === "fffe" || mark === "feff" ? " (it looks like UTF-16)" : "";
  const message = `Not valid UTF-8 at byte offset ${offset}${hint}: save the file as UTF-8`;
  return { file, line, column, rule: "encoding", message, suggestion: null };
}

/**
 * Finds the first invalid byte. A line feed is never part of another character, so each line can be
 * checked by itself.
 */
function firstInvalidByte(bytes: Uint8Array): Place & { offset: number } {
  let line = 1;
  let start = 0;
  for (;;) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed < 0 ? bytes.length : feed;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end + 1;
    line++;
  }
  let offset = start;
  let column = 1;
  for (let length = 1; length <= 4; length++) {
    if (isUtf8(bytes.subarray(offset, offset + length))) {
      offset += length;
      column += length === 4 ? 2 : 1;
      length = 0;
    }
  }
  return { offset, line, column };
}
