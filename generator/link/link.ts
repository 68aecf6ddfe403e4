import { graphOf } from "../../corpus/graph.ts";
import type { CorpusContent, Doc, Marks } from "../../corpus/schema.ts";
import { idOf } from "../../corpus/text/slug.ts";
import type { AnchorStyle } from "../config/anchor-styles.ts";
import type { FieldSetting } from "../config/field-settings.ts";
import type { LinkProblem, Problem } from "../config/problem.ts";
import { automaticAnchor } from "../markdown/anchors/anchors.ts";
import { decode } from "../markdown/decode.ts";
import { httpUrlOf } from "../markdown/destination.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { Address } from "../markdown/marks/parts.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { Site } from "../sites/site.ts";
import { readFields } from "./fields.ts";
import { InboundLabels } from "./inbound-labels.ts";
import { LinkRepair, type Moves, type Repair } from "./link-repair.ts";
import type { OtherEditions } from "./other-editions.ts";
import type { Page } from "./page.ts";
import { isSameApartFromCase, PageFragments } from "./page-fragments.ts";
import { withoutDirective } from "./reference.ts";
import type { LinkTarget, Resolution } from "./resolution.ts";
import { Resolver } from "./resolve.ts";

export interface LinkOptions {
  /** Paths of the tree's files other than Markdown. */
  readonly otherPaths: ReadonlySet<string>;
  readonly base: string;
  readonly site: Site;
  readonly siteUrl: string | null;
  /** The pages that are left out. */
  readonly draftFiles: readonly ParsedFile[];
  readonly anchors: AnchorStyle;
  /** Where the ledger moved the content of addresses that are gone. */
  readonly moves: Moves;
  /** The other editions; null if there are none. */
  readonly others: OtherEditions | null;
  /** The keys of the frontmatter that docs have as data. */
  readonly fields: Readonly<Record<string, FieldSetting>>;
}

/** The docs with their links, the graph, and the problems between files. */
export interface LinkedDocs extends Pick<CorpusContent, "docs" | "graph"> {
  /** Problems with links. */
  readonly linkProblems: readonly LinkProblem[];
  /** Problems between two pages. */
  readonly pageProblems: readonly Problem[];
  /** Finds the pages of links; it gives the same answers for the same paths and titles. */
  readonly resolver: Resolver;
}

interface LinkedPage {
  readonly file: ParsedFile;
  readonly page: Page;
}

/**
 * Makes docs of parsed files: assigns ids and slugs, resolves every link, and reports the problems
 * that only all files together show.
 *
 * @param files in code-point order of path
 */
export function linkFiles(files: readonly ParsedFile[], options: LinkOptions): LinkedDocs {
  const all = files.map((file) => ({ file, page: toPage(file, options.site) }));
  const { pages, problems: clashes } = separateDuplicates(all);
  const resolver = resolverOf(
    pages.map(({ file }) => file),
    options,
  );
  const byId = new Map(pages.map(({ file, page }) => [page.id, file]));
  const labels = new InboundLabels();
  const linker = new Linker({ ...options, resolver, labels, fileOf: (id) => byId.get(id)! });
  const docs = pages.map((page) => linker.link(page));
  const pageProblems = [...clashes, ...duplicateTitles(files, options.site)];
  return { docs, graph: graphOf(docs), linkProblems: linker.problems, pageProblems, resolver };
}

interface RelinkOptions extends Omit<LinkerOptions, "labels"> {
  /** The files to make docs of. */
  readonly wanted: readonly ParsedFile[];
  /** The same files when they were linked before. */
  readonly before: readonly ParsedFile[];
}

/** Docs without the labels of links to them, and which labels are new or gone. */
interface RelinkedDocs extends Omit<LinkedDocs, "graph" | "resolver"> {
  readonly labels: InboundLabels;
}

/**
 * Links as {@link linkFiles} does, but makes only some of the docs, from files whose ids are known
 * to be distinct.
 */
export function relinkFiles(
  files: readonly ParsedFile[],
  { wanted, before, ...options }: RelinkOptions,
): RelinkedDocs {
  const labels = new InboundLabels();
  const linker = new Linker({ ...options, labels });
  const docs = wanted.map((file) => linker.link({ file, page: toPage(file, options.site) }));
  for (const file of before) linker.takeLabels({ file, page: toPage(file, options.site) });
  return {
    docs,
    labels,
    linkProblems: linker.problems,
    pageProblems: duplicateTitles(files, options.site),
  };
}

/** Creates the resolver of links between files whose ids are known to be distinct. */
export function resolverOf(
  files: readonly ParsedFile[],
  options: Omit<LinkOptions, "others">,
): Resolver {
  const [pages, drafts] = [files, options.draftFiles].map((each) =>
    each.map((file) => toPage(file, options.site)),
  );
  return new Resolver({ ...options, pages: pages!, drafts: drafts! });
}

function toPage(file: ParsedFile, site: Site): Page {
  const { path, title } = file;
  return { id: idOf(path), path, slug: site.slugOf(file), title, aliases: site.aliasesOf(file) };
}

interface LinkerOptions extends Omit<LinkOptions, "otherPaths" | "draftFiles"> {
  readonly resolver: Resolver;
  /** Where the labels of links are collected. */
  readonly labels: InboundLabels;
  /** Returns the file of a page. */
  readonly fileOf: (id: string) => ParsedFile;
}

/** The number of broken fragments on a page that get a suggestion. */
const MAX_SUGGESTIONS = 100;
const MAX_NAMED = 10;

class Linker {
  readonly problems: LinkProblem[] = [];
  /** Page → its fragments, for the pages that some link with a fragment leads to. */
  readonly #fragments = new Map<string, PageFragments>();
  readonly #options: LinkerOptions;
  readonly #repair: LinkRepair;
  /** Left for the current page. */
  #suggestionsLeft = MAX_SUGGESTIONS;

  constructor(options: LinkerOptions) {
    this.#options = options;
    this.#repair = new LinkRepair({
      ...options,
      built: options.site.built,
      fragmentsOf: (id) => this.#fragmentsOf(id),
    });
  }

  link({ file, page }: LinkedPage): Doc {
    this.#suggestionsLeft = MAX_SUGGESTIONS;
    const links = new Set<string>();
    const deadLinks = new Set<string>();
    const externalLinks = new Set<string>();
    for (const link of file.links) {
      const { resolution, anchor } = this.#follow(link, file.path);
      this.#judge(link, { resolution, anchor, page });
      if (resolution.kind === "dead" && !resolution.edition) deadLinks.add(resolution.target);
      if (resolution.kind === "outside") {
        const { sitePath } = resolution;
        const external = sitePath === undefined ? this.#externalUrlOf(link, file.path) : null;
        if (sitePath) deadLinks.add(sitePath);
        if (external !== null) externalLinks.add(external);
      }
      if (resolution.kind !== "page" || resolution.id === page.id) continue;
      links.add(resolution.id);
      this.#addLabel(link, { id: resolution.id, anchor, by: 1 });
    }
    const { labels, fields, resolver } = this.#options;
    const read = Object.keys(fields).length === 0 ? null : readFields(file, { fields, resolver });
    if (read !== null) this.problems.push(...read.problems);
    const [section, category] = placeOf(file.path);
    return {
      id: page.id,
      path: file.path,
      slug: page.slug,
      title: file.title,
      description: file.description,
      section,
      category,
      headings: [...file.headings],
      // Decoded when read: most docs are written once, and never all at a time.
      get body() {
        return decode(file.body);
      },
      marks: this.#marksOf(file, { page, links: [...links] }),
      edits: [...file.edits],
      wordCount: file.wordCount,
      links: [...links],
      keywords: [...file.keywords],
      // Known when all pages are linked.
      get labels() {
        return labels.of(page.id);
      },
      unlisted: file.unlisted,
      deadLinks: [...deadLinks],
      ...(!areAnchors(file.fragments, file.headings) && { fragments: [...file.fragments] }),
      ...(externalLinks.size > 0 && { externalLinks: [...externalLinks] }),
      ...(file.codeBlocks.length > 0 && { codeBlocks: [...file.codeBlocks] }),
      ...(read && { fields: read.values }),
    };
  }

  /** Returns the address of another host; null if a link does not lead to one. */
  #externalUrlOf(link: FoundLink, from: string): string | null {
    const url = httpUrlOf(link);
    return url !== null && this.#options.resolver.addressOf(link.target, from) === null
      ? url.href
      : null;
  }

  /** Takes away the labels of links that a page had before. */
  takeLabels({ file, page }: LinkedPage): void {
    for (const link of file.links) {
      const { resolution, anchor } = this.#follow(link, file.path);
      if (resolution.kind !== "page" || resolution.id === page.id) continue;
      this.#addLabel(link, { id: resolution.id, anchor, by: -1 });
    }
  }

  #addLabel(
    { label }: FoundLink,
    {
      id,
      anchor,
      by,
    }: { readonly id: string; readonly anchor: string | null; readonly by: number },
  ): void {
    if (label !== undefined) this.#options.labels.add(id, { fragment: anchor ?? "", label, by });
  }

  /** Finds where a link leads, and the anchor that it names there. */
  #follow(link: LinkTarget, from: string): { resolution: Resolution; anchor: string | null } {
    const found = this.#options.resolver.resolve(link, from);
    const resolution = this.#inOtherEdition(found, { link, from }) ?? found;
    const anchor = resolution.kind === "page" ? this.#anchorOf(resolution, link) : null;
    return { resolution, anchor };
  }

  /** Finds where a link leads that does not lead to a page of this edition; null if to no other. */
  #inOtherEdition(
    found: Resolution,
    { link, from }: { readonly link: LinkTarget; readonly from: string },
  ): Resolution | null {
    const { others, resolver, site } = this.#options;
    if (others === null || found.kind === "page" || found.kind === "ambiguous") return null;
    const { target } = link;
    const isFromFile = site.isDocument || /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(target);
    const slug = resolver.pageAt(from)?.slug ?? "/";
    const absolute = isFromFile
      ? target
      : (URL.parse(target, `http://site.invalid${slug}`)?.href ?? target);
    const onSite = absolute.replace("http://site.invalid", "");
    return others.resolve(link, { from, address: resolver.addressOf(onSite, from) });
  }

  #marksOf({ marks, path }: ParsedFile, { page, links }: MarksOptions): Marks {
    const { text, hidden, titleEnd, description } = marks;
    const linksOf = (addresses: readonly Address[]): Marks["links"] => {
      let done = 0;
      return addresses.flatMap((address): Marks["links"] => {
        const target = this.#targetOf(address, { path, page, links });
        if (target === null) return [];
        const { start, end, label } = address;
        const place = [start - done, end - start] as const;
        done = end;
        return [label === undefined ? [...place, target] : [...place, target, label]];
      });
    };
    return {
      text,
      hidden,
      links: linksOf(marks.addresses),
      titleEnd,
      description: description && {
        hidden: description.hidden,
        links: linksOf(description.addresses),
      },
    };
  }

  /** Returns where an address leads as marks say it; null if agents are given it as it is. */
  #targetOf(
    address: Address,
    { path, page, links }: MarksOptions & { readonly path: string },
  ): number | string | null {
    const { resolution, anchor } = this.#follow(address, path);
    if (resolution.kind !== "page") {
      if (resolution.kind === "outside" && resolution.address) return resolution.address;
      return address.kind === "wiki"
        ? null
        : this.#options.resolver.addressOf(address.target, path);
    }
    const { id } = resolution;
    const fragment = anchor === null ? "" : `#${anchor}`;
    if (id === page.id) return fragment || "#";
    const at = links.indexOf(id);
    const { slug } = this.#options.resolver.pageOf(id);
    // Of pages that it does not link to, a page does not follow the headings.
    if (at < 0) return address.kind === "wiki" ? slug : `${slug}${fragment}`;
    return anchor === null ? at : `${at}${fragment}`;
  }

  /**
   * Returns the anchor that a link names. `#top`, `#`, text directives and what the site gives to every
   * page lead to any page; a wiki link may name a heading by its text.
   */
  #anchorOf(target: { id: string; fragment: string | null }, link: LinkTarget): string | null {
    const fragment = withoutDirective(target.fragment ?? "");
    if (fragment === "" || fragment === "top") return null;
    if (this.#options.site.settings.pageIds.includes(fragment)) return null;
    if (link.kind === "url") return fragment;
    const fragments = this.#fragmentsOf(target.id);
    if (fragments.has(fragment)) return fragment;
    return fragments.anchorOf(fragment) ?? automaticAnchor(fragment, this.#options.anchors);
  }

  #fragmentsOf(id: string): PageFragments {
    let fragments = this.#fragments.get(id);
    if (fragments === undefined) {
      fragments = new PageFragments(this.#options.fileOf(id));
      this.#fragments.set(id, fragments);
    }
    return fragments;
  }

  #judge(link: FoundLink, { resolution, anchor, page }: JudgedLink): void {
    if (resolution.kind === "dead") {
      this.#report(link, { page, ...this.#deadLink(link, { resolution, page }) });
    } else if (resolution.kind === "ambiguous") {
      const message = `Link to "${link.target}" matches several pages: ${listOf(resolution.ids)}`;
      this.#report(link, { page, rule: "ambiguous-link", message, suggestion: null });
    } else if (resolution.kind === "outside" && resolution.missing !== undefined) {
      const { place, anchor } = resolution.missing;
      const message = `Fragment "#${anchor}" is not on ${place}`;
      this.#report(link, { page, rule: "broken-fragment", message, suggestion: null });
    } else if (resolution.kind === "page" && anchor !== null) {
      const fragments = this.#fragmentsOf(resolution.id);
      if (fragments.has(anchor)) return;
      const fitsRules = this.#otherRulesOf(resolution, fragments);
      const problem = this.#brokenFragment(link, { id: resolution.id, anchor, page });
      this.#report(link, {
        page,
        ...problem,
        ...(fitsRules.length > 0 && { fitsRules, repair: null }),
      });
    }
  }

  /** Returns the other rules of anchors under which a fragment is right; none if its HTML is known. */
  #otherRulesOf(
    { id, fragment }: { readonly id: string; readonly fragment: string | null },
    fragments: PageFragments,
  ): readonly AnchorStyle[] {
    const { site, fileOf, anchors } = this.#options;
    if (site.built?.addressOf(fileOf(id).path) !== undefined) return [];
    return fragments.stylesOf(fragment ?? "").filter((style) => style !== anchors);
  }

  #report(
    { line, column, end, range }: FoundLink,
    { page, repair, ...problem }: LinkFault & { readonly page: Page },
  ): void {
    const fix = repair?.isCertain && range && { range, text: repair.target };
    const fixesFragment = fix && repair.hasNewFragment;
    this.problems.push({
      file: page.path,
      line,
      column,
      ...(end && { end }),
      ...problem,
      ...(fix && { fix }),
      ...(fixesFragment && { fixesFragment }),
    });
  }

  #deadLink(
    link: FoundLink,
    { resolution, page }: { resolution: DeadLink; page: Page },
  ): LinkFault {
    const { target: missing } = resolution;
    if (resolution.isDraft) {
      const message = `Link to "${link.target}" leads to a draft, which is left out`;
      return { rule: "broken-link", message, suggestion: null };
    }
    if (resolution.edition) {
      const { name, isPrivate } = resolution.edition;
      const where = isPrivate
        ? `leads into edition "${name}", which only partners may read`
        : `leads to no page of edition "${name}"`;
      const message = `Link to "${link.target}" ${where}`;
      return { rule: "broken-link", message, suggestion: null };
    }
    if (resolution.isFile) {
      const message = `Link to "${link.target}" leads to no file`;
      return { rule: "broken-link", message, suggestion: null };
    }
    const where = missing.startsWith("../") ? "leads outside the docs root" : "leads to no page";
    const message = `Link to "${link.target}" ${where}`;
    const repair = this.#repair.ofDead(link, { missing, from: page.path });
    const place = { link, from: page.path };
    const suggestion = repair?.target ?? this.#repair.verified(resolution.suggestion, place);
    return { rule: "broken-link", message, suggestion, repair };
  }

  #brokenFragment(
    link: FoundLink,
    { id, anchor, page }: { id: string; anchor: string; page: Page },
  ): LinkFault {
    const fragments = this.#fragmentsOf(id);
    const name = id === page.id ? "this page" : `"${id}"`;
    const problem = {
      rule: "broken-fragment" as const,
      message: `Fragment "#${anchor}" is not on ${name}`,
    };
    const from = page.path;
    const moved = this.#repair.ofMoved(link, { id, address: `${id}#${anchor}`, from });
    if (moved !== null) return { ...problem, suggestion: moved.target, repair: moved };
    const same = fragments.same(anchor);
    if (same !== undefined) {
      // Other software may make ids with hyphens in other places, but from headings in any case.
      const isSame = isSameApartFromCase(same, anchor);
      const repair = isSame ? this.#repair.withFragment(link, { id, fragment: same, from }) : null;
      return { ...problem, suggestion: `#${same}`, repair };
    }
    const meant = this.#suggestionsLeft-- > 0 ? fragments.nearest(anchor) : null;
    return { ...problem, suggestion: meant && `#${meant}` };
  }
}

interface MarksOptions {
  readonly page: Page;
  /** The ids to which the page links. */
  readonly links: readonly string[];
}

interface JudgedLink {
  readonly resolution: Resolution;
  readonly anchor: string | null;
  readonly page: Page;
}

type DeadLink = Extract<Resolution, { kind: "dead" }>;

/** A problem with a link. */
interface LinkFault extends Pick<LinkProblem, "rule" | "message" | "suggestion" | "fitsRules"> {
  readonly repair?: Repair | null;
}

/** Tells whether fragments, each once, are the anchors of headings. */
function areAnchors(fragments: readonly string[], headings: ParsedFile["headings"]): boolean {
  const anchors = new Set(headings.map(({ anchor }) => anchor));
  return fragments.length === anchors.size && fragments.every((each) => anchors.has(each));
}

function listOf(ids: readonly string[]): string {
  const more = ids.length - MAX_NAMED;
  return ids.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Derives section and category (DOC-A4). */
function placeOf(path: string): [section: string, category: string | null] {
  const folders = path.split("/").slice(0, -1);
  return [folders[0] ?? "root", folders.slice(1).join("/") || null];
}

/** Separates files with the same id: only the first is a page, the others are duplicates. */
function separateDuplicates(all: readonly LinkedPage[]): {
  pages: LinkedPage[];
  problems: Problem[];
} {
  const first = new Map<string, LinkedPage>();
  const problems: Problem[] = [];
  for (const entry of all) {
    const { id, path } = entry.page;
    const other = first.get(id)?.page.path;
    if (other === undefined) {
      first.set(id, entry);
      continue;
    }
    const message = `"${path}" and "${other}" both give the id "${id}": rename one of them`;
    const place = { file: path, line: 1, column: 1 };
    problems.push({ ...place, rule: "duplicate-id", message, suggestion: null });
  }
  return { pages: [...first.values()], problems };
}

/** Reports the pages that have the title of an earlier one in the same language and version. */
export function duplicateTitles(files: readonly ParsedFile[], site: Site): Problem[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path, title, titlePlace }): Problem[] => {
    const key = `${site.editionOf(path)}\0${title}`;
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, path);
      return [];
    }
    const message = `Title "${title}" is already used by "${other}"`;
    return [{ file: path, ...titlePlace, rule: "duplicate-title", message, suggestion: null }];
  });
}
