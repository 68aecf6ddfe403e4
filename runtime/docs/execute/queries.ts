import { codeBlocksOf } from "../../../corpus/code-blocks.ts";
import { DocgateError } from "../../../corpus/error.ts";
import type { DocsQuery } from "../../../corpus/fields/find-docs.ts";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import { redirectOf } from "../../../corpus/redirects.ts";
import { runSteps } from "../../../corpus/run-steps.ts";
import type { Doc, DocGraph } from "../../../corpus/schema.ts";
import type { HitList, HitOptions } from "../../../corpus/search/words/hits.ts";
import { type Changes, changesBetween } from "../../../corpus/sections/changes.ts";
import { hashedHeadings, sectionHashesOf } from "../../../corpus/sections/section-hashes.ts";
import { takeSnapshot } from "../../../corpus/sections/snapshot.ts";
import { inSiteOrder } from "../../../corpus/site-order.ts";
import { compareCodePoints } from "../../../corpus/text/order.ts";
import { bareSlugOf, decodePath } from "../../../corpus/text/slug.ts";
import { SnapshotHistory } from "../snapshots/history.ts";

/** Path of the API. */
export const ENDPOINT = "/graphql";

/** The name of the only edition if it has none. */
const UNNAMED = "default";

export const DEFAULT_DOCS_LIMIT = 100;
export const DEFAULT_SEARCH_LIMIT = 20;

/** Maximum length of a search term, in UTF-16 units (DOC-B9). */
export const MAX_TERM_LENGTH = 4096;

export interface Section {
  readonly name: string;
  readonly docCount: number;
  readonly docs: readonly Doc[];
}

export interface ApiMeta {
  readonly name: string;
  readonly description: string;
  readonly docCount: number;
  readonly sections: readonly string[];
  readonly endpoint: string;
}

/** One of the editions that are served together. */
export interface EditionInfo {
  readonly name: string;
  readonly version: string | null;
  readonly language: string | null;
  readonly isDefault: boolean;
  readonly docCount: number;
  readonly sha256: string;
  readonly url: string;
}

/** The same page in another edition. */
export interface Counterpart {
  readonly edition: string;
  readonly slug: string;
}

/** An omitted or null argument takes its default. */
type Optional<T> = T | null | undefined;

export interface DocsArguments extends Pick<DocsQuery, "where" | "orderBy" | "offset"> {
  readonly section?: Optional<string>;
  readonly search?: Optional<string>;
  readonly limit?: Optional<number>;
}

export type DocCountArguments = Pick<DocsQuery, "where">;

export interface SearchArguments {
  readonly query: string;
  readonly limit?: Optional<number>;
}

export interface HitsArguments extends Pick<DocsQuery, "where"> {
  readonly query: string;
  readonly section?: Optional<string>;
  readonly limit?: Optional<number>;
  readonly perDoc?: Optional<number>;
}

export interface DocArguments {
  readonly id?: Optional<string>;
  readonly slug?: Optional<string>;
}

export interface RedirectArguments {
  readonly slug: string;
  readonly anchor?: Optional<string>;
}

export interface ChangesArguments {
  /** `sha256` of an earlier corpus. */
  readonly since: string;
}

/** Where the content of an address is now that the docs no longer have. */
export interface Redirect {
  /** The address: a slug, or a slug and an anchor. */
  readonly from: string;
  /** Null if it is gone for good. */
  readonly to: string | null;
  readonly gone: boolean;
}

/** Every answer of the Documentation Query API over one corpus. */
export interface Docs {
  /** SHA-256 of the corpus. */
  readonly version: string;
  /** Differs if any answer may: that of the corpus, and of the editions next to it. */
  readonly state: string;
  readonly corpus: Corpus;
  meta(): ApiMeta;
  edition(): EditionInfo;
  /** The public editions that are served together, the default one first. */
  editions(): readonly EditionInfo[];
  /** The editions of the same documentation, this one too, in order. */
  family(): readonly EditionInfo[];
  /** The same page in the other editions of the documentation. */
  elsewhere(doc: Doc): readonly Counterpart[];
  /**
   * The docs of a public edition, as those who ask these docs see them.
   *
   * @throws {DocgateError} `invalid-argument` if there is no public edition of this name; it names those that are
   */
  inEdition(name: string): Docs;
  /** The values of the fields of a doc, as the schema for these docs has them. */
  fieldsOf(doc: Doc): NonNullable<Doc["fields"]>;
  sections(): readonly Section[];
  /**
   * @throws {DocgateError} `invalid-argument` if `limit` or `offset` is negative, the term too long, or the
   *   filter names what does not exist
   */
  docs(args: DocsArguments): readonly Doc[];
  /** The same, in short steps between which other requests can be answered. */
  docsInSteps(args: DocsArguments): Generator<undefined, readonly Doc[]>;
  /** The number of docs whose fields are as a filter wants them. @throws {DocgateError} as `docs` */
  docCount(args: DocCountArguments): number;
  doc(args: DocArguments): Doc | null;
  /**
   * Finds the doc at an address, decoded, with or without a final slash or `.html`. That of the site's
   * start page is also `/index`.
   */
  atAddress(address: string): Doc | null;
  redirect(args: RedirectArguments): Redirect | null;
  /** @throws {DocgateError} `invalid-argument` if `limit` is negative, or the term too long */
  search(args: SearchArguments): readonly Doc[];
  /** The same in short steps. */
  searchInSteps(args: SearchArguments): Generator<undefined, readonly Doc[]>;
  graph(): DocGraph;
  /**
   * The places that answer a query in words, best first.
   *
   * @throws {DocgateError} `invalid-argument` if the query is too long, or an option out of bounds
   */
  hits(args: HitsArguments): HitList<Doc>;
  /** The same in short steps. */
  hitsInSteps(args: HitsArguments): Generator<undefined, HitList<Doc>>;
  /** The pages and sections that changed since an earlier state, in steps; null if it is not known. */
  changesInSteps(args: ChangesArguments): Generator<undefined, Changes | null>;
  /** Says that an earlier state is not known, and which is the oldest that is. */
  explainUnknown(since: string): { readonly message: string; readonly oldest: string };
  /** Ids of the docs that link to a doc, in order of path. */
  backlinks(doc: Doc): readonly string[];
  /** The docs before and after a doc in the order of the site. An unlisted doc has none. */
  neighbors(doc: Doc): Neighbors;
}

/** The docs next to a doc; null at both ends of the order. */
export interface Neighbors {
  readonly previous: Doc | null;
  readonly next: Doc | null;
}

/**
 * Answers queries from a corpus (Documentation Query API, section 4; DOC-B1 to DOC-B4).
 *
 * @param history The states before this corpus. Default: none.
 *
 * @example
 * import { loadCorpus } from "docgate/corpus";
 * import { createDocs } from "docgate/runtime";
 *
 * const docs = createDocs(await loadCorpus("dist/corpus.json"));
 * for (const { slug, title } of docs.search({ query: "first steps" })) console.log(slug, title);
 */
export function createDocs(corpus: Corpus, history: SnapshotHistory = new SnapshotHistory()): Docs {
  const { sha256, meta, docs, search } = corpus;
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const bySlug = new Map(docs.map((doc) => [doc.slug, doc]));
  const sections = toSections(docs);
  const docsOf = new Map(sections.map((section) => [section.name, section.docs]));
  let backlinks: Map<string, string[]> | undefined;
  let byAddress: Map<string, Doc> | undefined;
  let positions: Map<string, number> | undefined;

  function toHitOptions({
    section,
    limit,
    perDoc,
    where,
  }: Omit<HitsArguments, "query">): HitOptions {
    return {
      section: section ?? undefined,
      limit: limit ?? undefined,
      perDoc: perDoc ?? undefined,
      among: where ? corpus.findDocs({ where }) : undefined,
    };
  }

  const apiMeta: ApiMeta = {
    name: meta.name,
    description: meta.description,
    docCount: docs.length,
    sections: sections.map(({ name }) => name),
    endpoint: ENDPOINT,
  };

  const edition: EditionInfo = {
    name: meta.edition?.name ?? UNNAMED,
    version: meta.edition?.version ?? null,
    language: meta.edition?.language ?? null,
    isDefault: true,
    docCount: docs.length,
    sha256,
    url: `${(meta.siteUrl ?? "").replace(/\/+$/, "")}${meta.base}` || "/",
  };

  function* docsInSteps({
    section,
    search: text,
    limit,
    ...fields
  }: DocsArguments): Generator<undefined, readonly Doc[]> {
    const count = checkLimit(limit ?? DEFAULT_DOCS_LIMIT);
    const inSection = typeof section === "string" ? (docsOf.get(section) ?? []) : undefined;
    if (typeof text !== "string") {
      return corpus.findDocs({ ...fields, among: inSection, limit: count });
    }
    const found = yield* search.matchesInSteps(checkTerm(text, "search"));
    const among = inSection ? found.filter((doc) => doc.section === section) : found;
    return corpus.findDocs({ ...fields, among, limit: count });
  }

  function* searchInSteps({ query, limit }: SearchArguments): Generator<undefined, readonly Doc[]> {
    const count = checkLimit(limit ?? DEFAULT_SEARCH_LIMIT);
    return yield* search.rankedInSteps(checkTerm(query, "query"), { limit: count });
  }

  const own: Docs = {
    version: sha256,
    state: sha256,
    corpus,
    meta: () => apiMeta,
    edition: () => edition,
    editions: () => [edition],
    family: () => [edition],
    elsewhere: () => [],
    inEdition: (name) => findEdition([own], name),
    fieldsOf: ({ fields = {} }) => fields,
    sections: () => sections,
    docs: (args) => runSteps(docsInSteps(args)),
    docsInSteps,
    atAddress(address) {
      byAddress ??= new Map(docs.map((doc) => [bareSlugOf(decodePath(doc.slug)), doc]));
      const bare = bareSlugOf(address);
      return byAddress.get(bare) ?? (bare === "/index" ? byAddress.get("/") : null) ?? null;
    },
    doc({ id, slug }) {
      const found = typeof id === "string" ? byId.get(id) : bySlug.get(slug ?? "");
      return found && (typeof slug !== "string" || found.slug === slug) ? found : null;
    },
    redirect({ slug, anchor }) {
      const answer = redirectOf(corpus, { slug, anchor });
      if (answer === null) return null;
      const from = typeof anchor === "string" ? `${slug}#${anchor}` : slug;
      return "to" in answer ? { from, to: answer.to, gone: false } : { from, to: null, gone: true };
    },
    search: (args) => runSteps(searchInSteps(args)),
    searchInSteps,
    graph: () => corpus.graph,
    docCount: ({ where }) => corpus.findDocs({ where }).length,
    hits: ({ query, ...options }) => search.hits(query, toHitOptions(options)),
    hitsInSteps: ({ query, ...options }) => search.hitsInSteps(query, toHitOptions(options)),
    *changesInSteps({ since }) {
      const newer = yield* takeSnapshot(corpus);
      const older = since === sha256 ? newer : yield* history.find(since);
      return older && (yield* changesBetween(older, newer));
    },
    explainUnknown(since) {
      const oldest = history.oldest ?? sha256;
      const message = `The state ${JSON.stringify(since.slice(0, 64))} is not known. The oldest that is known is "${oldest}": read the whole corpus.`;
      return { message, oldest };
    },
    backlinks({ id }) {
      backlinks ??= backlinksOf(docs);
      return backlinks.get(id) ?? [];
    },
    neighbors({ id }) {
      const ordered = inSiteOrder(corpus);
      positions ??= new Map(ordered.map((doc, at) => [doc.id, at]));
      const at = positions.get(id);
      if (at === undefined) return { previous: null, next: null };
      return { previous: ordered[at - 1] ?? null, next: ordered[at + 1] ?? null };
    },
  };
  return own;
}

/**
 * Finds the docs of an edition by its name.
 *
 * @throws {DocgateError} `invalid-argument` if there is none; it names those that there are
 */
export function findEdition(all: readonly Docs[], name: string): Docs {
  const found = all.find((docs) => docs.edition().name === name);
  if (found) return found;
  const names = all.map((docs) => `"${docs.edition().name}"`).join(", ");
  const message = `There is no edition ${JSON.stringify(name.slice(0, 64))}. Expected one of ${names}.`;
  throw new DocgateError("invalid-argument", message);
}

/** Which docs link to each doc, in the order of the docs. */
function backlinksOf(docs: readonly Doc[]): Map<string, string[]> {
  const backlinks = new Map<string, string[]>();
  for (const { id, links } of docs) {
    for (const to of links) {
      const known = backlinks.get(to);
      if (known) known.push(id);
      else backlinks.set(to, [id]);
    }
  }
  return backlinks;
}

function toSections(docs: readonly Doc[]): Section[] {
  return [...Map.groupBy(docs, ({ section }) => section)]
    .map(([name, members]) => ({ name, docCount: members.length, docs: members }))
    .sort((left, right) => compareCodePoints(left.name, right.name));
}

function checkLimit(limit: number): number {
  if (limit < 0) {
    throw new DocgateError(
      "invalid-argument",
      `Argument "limit" must be 0 or more, but it is ${limit}.`,
    );
  }
  return limit;
}

/** Rejects a term before any work on it: folding a long one takes time. */
function checkTerm(term: string, argument: "search" | "query"): string {
  if (term.length > MAX_TERM_LENGTH) {
    throw new DocgateError(
      "invalid-argument",
      `Argument "${argument}" must have at most ${MAX_TERM_LENGTH} characters, but it has ${term.length}.`,
    );
  }
  return term;
}

/** Gives the blocks of code of a page as the schema has them. */
export function* codeBlockValues(doc: Doc) {
  for (const { heading: at, ...block } of codeBlocksOf(doc)) {
    const heading = doc.headings[at];
    yield {
      ...block,
      heading: heading && {
        ...heading,
        get hash() {
          return sectionHashesOf(doc).get(at)!;
        },
      },
    };
  }
}

/** Returns hits as the schema has them. */
export function hitValues({ items, ...list }: HitList<Doc>) {
  return {
    ...list,
    items: items.map(({ doc, docHeading, breadcrumbs, slug, excerpt, missing }) => ({
      doc,
      get heading() {
        return docHeading && hashedHeadings(doc)[doc.headings.indexOf(docHeading)]!;
      },
      get hash() {
        return sectionHashesOf(doc).get(docHeading ? doc.headings.indexOf(docHeading) : -1)!;
      },
      breadcrumbs,
      slug,
      excerpt: {
        text: excerpt.text,
        marks: excerpt.marks.map(([start, end]) => ({ start, end })),
      },
      missing,
    })),
  };
}
