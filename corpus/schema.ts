import { EDITION_ACCESS, isEditionName } from "./edition.ts";
import { FIELD_NAME, FIELD_TYPES, type FieldScalar, type FieldType } from "./fields/field-types.ts";
import { FORMAT_VERSION, SCHEMA_URL } from "./layout.ts";
import {
  bool,
  constant,
  count,
  described,
  either,
  list,
  name,
  nullable,
  object,
  optional,
  record,
  type Shape,
  simple,
  text,
  tuple,
  unserved,
  type ValueOf,
} from "./shape.ts";

const MAX_DEPTH = 4;

const anchor = described(text, "Fragment: the address is the slug of the page, `#` and this.");
const depth = simple<number>({
  is: (value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_DEPTH,
  expected: "1, 2, 3 or 4",
  jsonSchema: { type: "integer", minimum: 1, maximum: MAX_DEPTH },
  graphqlType: "Int!",
});

/** The id of a doc. */
export const docId = {
  ...described(name, "Stable id: the path under the docs root without file extension."),
  graphqlType: "ID!",
};

export const headingShape = object(
  {
    depth: described(depth, "Heading level, 1 to 4."),
    text: described(text, "Visible heading text."),
    anchor,
    start: unserved(
      described(count, "Where its section begins in the page text, in UTF-16 units."),
    ),
  },
  { type: "Heading" },
);

const codeBlockShape = object({
  lang: optional(described(text, "The language that its fence names. Absent if it names none.")),
  meta: optional(
    described(text, "The rest of the line that opens its fence. Absent if there is none."),
  ),
  start: described(count, "Where it begins in the page text, in UTF-16 units."),
  end: described(count, "Where it ends."),
  text: optional(
    described(
      text,
      "Its text. Absent if it is what the page text has from `start` to `end`, without marks of quotes or indentation before its lines.",
    ),
  ),
});

/** A number of UTF-16 units, or a text. */
const mark = either(count, text);

/** The address of a link: how much to skip, its length, where it leads, the label of a wiki link. */
export type LinkMark = [skip: number, length: number, target: number | string, label?: string];

const linkMark: Shape<LinkMark> = either(
  tuple(count, count, mark),
  tuple(count, count, mark, text),
);

const agentMarks = {
  hidden: described(
    list(mark),
    "What agents are not given: pairs of how much to skip and how much to leave out. A text stands in place of the part before it.",
  ),
  links: described(
    list(linkMark),
    "Addresses, in order: how much to skip, the length, the target, and the label of a wiki link, whose address is all of it. A target is a position in `links` of the doc, with `#` and an anchor if there is one; `#` and an anchor of the same page; or an address on the site.",
  ),
};

/** Marks say what the parser knew of a page, so that no reader has to parse Markdown: see `marks.ts`. */
export const marksShape = object({
  text: described(
    list(mark),
    "What readers see of the page text, apart from the headings: pairs of how much to skip and how much to take. A text stands in its place between them.",
  ),
  ...agentMarks,
  titleEnd: described(
    count,
    "Where the page text continues after a first heading that is the title.",
  ),
  description: described(
    nullable(object(agentMarks)),
    "The same of the description; null if agents are given it as it is.",
  ),
});

const fieldScalar = simple<FieldScalar>({
  is: (value) => ["string", "number", "boolean"].includes(typeof value),
  expected: "a string, a number, true or false",
  jsonSchema: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] },
});

/** A value of a page's frontmatter that the configuration names. */
const fieldValue = either(list(fieldScalar), fieldScalar);

const fieldShape = object({
  type: simple<FieldType>({
    is: (value) => FIELD_TYPES.includes(value as FieldType),
    expected: `one of ${FIELD_TYPES.join(", ")}`,
    jsonSchema: { enum: FIELD_TYPES },
  }),
  values: optional(described(list(name), "The values that it may have, of an `enum`.")),
  default: optional(described(fieldValue, "The value of docs whose frontmatter has none.")),
});

/**
 * The fields of a doc, in the order in which they are written. Everything that knows them comes from
 * this list: the type, the checks, the JSON Schema, freezing, reading, and the type of GraphQL.
 */
export const docShape = object({
  id: docId,
  path: described(name, "Source file path relative to the docs root, with extension."),
  slug: described(name, "Site URL path of the rendered page, percent-encoded."),
  title: described(text, "Page title."),
  description: described(nullable(text), "Description of the page, if its author gave one."),
  section: described(name, "Top-level folder; `root` for a page directly in the docs root."),
  category: described(
    nullable(text),
    "Folders between section and file, joined by slashes, if there are any.",
  ),
  headings: described(list(headingShape), "Headings of depth 1 to 4 in document order."),
  body: described(text, "Raw Markdown without the frontmatter block."),
  marks: unserved(described(marksShape, "What the parser knew of the page text, in UTF-16 units.")),
  edits: unserved(
    described(
      list(mark),
      "How `body` becomes the page text, which `marks` and headings are about: pairs of how much to skip and how much to leave out. A text stands in place of the part before it. Empty if they are the same.",
    ),
  ),
  wordCount: described(count, "White-space separated words of `body`."),
  links: described(list(docId), "Distinct ids this page links to, in order of first appearance."),
  keywords: unserved(described(list(text), "What its author says that it is also called.")),
  labels: unserved(
    described(
      list(tuple(text, text, count)),
      "What links from other pages call it: the fragment that they lead to, or an empty text, the label, and how many there are.",
    ),
  ),
  unlisted: unserved(
    described(
      bool,
      "True for a page that only its address leads to: it is in no list and no search.",
    ),
  ),
  deadLinks: unserved(
    described(list(text), "Paths and names that no page answers to, without file extension."),
  ),
  fragments: optional(
    unserved(
      described(
        list(text),
        "Fragments that lead somewhere in the page; one that ends in `.*` stands for all that begin like it. Absent if they are the anchors of the headings.",
      ),
    ),
  ),
  externalLinks: optional(
    unserved(
      described(
        list(text),
        "Addresses of other hosts that it links to, in order of first appearance. Absent if there are none.",
      ),
    ),
  ),
  codeBlocks: optional(
    unserved(
      described(
        list(codeBlockShape),
        "Fenced and indented blocks of code that readers see, in document order. Absent if there are none.",
      ),
    ),
  ),
  fields: optional(
    unserved(
      described(
        record(FIELD_NAME, fieldValue),
        "Values of its frontmatter: those that `fields` of the metadata names, and that it has. Dates are in UTC; a doc is its id.",
      ),
    ),
  ),
});

/** An entry of the navigation. What follows it with a greater depth is below it. */
export const navEntryShape = object({
  depth: described(count, "How many entries it is below."),
  title: described(nullable(text), "Its text; null for the title of its page."),
  id: described(nullable(docId), "The page that it leads to; null if there is none."),
});

const editionName = simple<string>({
  is: (value) => typeof value === "string" && isEditionName(value),
  expected: "1 to 64 letters, digits, `.`, `_` and `-`",
  jsonSchema: { type: "string", pattern: "^(?!\\.+$)[A-Za-z0-9._-]{1,64}$" },
});

const access = simple<(typeof EDITION_ACCESS)[number]>({
  is: (value) => EDITION_ACCESS.includes(value as (typeof EDITION_ACCESS)[number]),
  expected: EDITION_ACCESS.join(" or "),
  jsonSchema: { enum: EDITION_ACCESS },
});

const editionShape = object({
  name: editionName,
  version: nullable(name),
  language: described(nullable(name), "A BCP 47 tag."),
  set: described(
    nullable(editionName),
    "The documentation that it is an edition of; null for that of all with a version or a language, or else its own.",
  ),
  access: described(access, "Who may read it: everyone, or partners whose contract names it."),
});

export const metaShape = object({
  name: text,
  description: text,
  siteUrl: described(nullable(text), "Address of the site that renders the pages."),
  site: described(name, "The generator of the site that the addresses are those of."),
  nav: described(
    list(navEntryShape),
    "The navigation of the site, from top to bottom; empty if it has none. Pages then follow in the order of `docs`.",
  ),
  base: described(text, "What slugs begin with, percent-encoded; without a slash at its end."),
  edition: optional(
    described(editionShape, "Absent if the documentation is not one of several editions."),
  ),
  fields: optional(
    described(
      record(FIELD_NAME, fieldShape),
      "The keys of the frontmatter that docs have as data, with their types; absent if there are none.",
    ),
  ),
});

export const redirectShape = object({
  from: described(name, "Id, id#anchor, folder/** or slug that the tree once had."),
  to: described(nullable(name), "The same of its content now; null if it is gone."),
});

export const redirectsShape = described(
  list(redirectShape),
  "The ledger of redirects, in its order: where the content of an address is now.",
);

export const graphShape = object({
  nodes: list(object({ id: docId, title: text, section: text, slug: text })),
  edges: list(object({ from: docId, to: docId })),
});

/** A SHA-256. */
export const hash = simple<string>({
  is: (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value),
  expected: "64 hexadecimal digits",
  jsonSchema: { type: "string", pattern: "^[0-9a-f]{64}$" },
});

export const corpusShape = object({
  $schema: constant(SCHEMA_URL),
  formatVersion: constant(FORMAT_VERSION),
  sha256: described(hash, "SHA-256 of this file's bytes with these 64 digits replaced by zeros."),
  meta: metaShape,
  redirects: redirectsShape,
  docs: described(list(docShape), "Every page, in code-point order of `path`."),
  words: described(
    object({
      units: described(text, "Three characters for each page and each of its places."),
      terms: described(text, "All words, sorted, without what each shares with the last."),
      postings: described(text, "Where each word is, in ASCII characters."),
    }),
    "The index for the search in words.",
  ),
  graph: described(graphShape, "Every page as a node, every cross-link as an edge."),
  search: optional(
    described(
      object(
        {
          options: described(object({ fields: list(text) }), "To load it with."),
          documentCount: count,
          serializationVersion: count,
        },
        { isOpen: true },
      ),
      "A serialised MiniSearch index over title, headings, description and body.",
    ),
  ),
});

/** One heading of a page. */
export type Heading = ValueOf<typeof headingShape>;
/** Where a block of code is in a page. */
export type CodeBlock = ValueOf<typeof codeBlockShape>;
/** One documentation page. */
export type Doc = ValueOf<typeof docShape>;
export type Marks = ValueOf<typeof marksShape>;
/** One of several corpora that are served together, as its file says it. */
export type Edition = ValueOf<typeof editionShape>;
/** Where the content of an address is now. */
export type NavEntry = ValueOf<typeof navEntryShape>;
export type Redirect = ValueOf<typeof redirectShape>;
/** A documentation tree, frozen by docgate. */
export type CorpusFile = ValueOf<typeof corpusShape>;
/** A key of the frontmatter that docs have as data. */
export type Field = ValueOf<typeof fieldShape>;
export type FieldValue = ValueOf<typeof fieldValue>;
export type DocGraph = CorpusFile["graph"];

/**
 * The content of a corpus, as the generator hands it over for writing: the file without what
 * writing adds.
 */
export interface CorpusContent extends Pick<CorpusFile, "meta" | "redirects" | "docs" | "graph"> {
  /** The index of words as JSON, in UTF-8. It is large and is written unchanged. */
  readonly words: Uint8Array;
  /** The index of MiniSearch, in the same way; null to leave it out. */
  readonly search: Uint8Array | null;
}

/** @returns the format as a JSON Schema (draft 2020-12), as published in `corpus.schema.json` */
export function corpusJsonSchema(): Record<string, unknown> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: SCHEMA_URL,
    title: "docgate corpus",
    description: "A documentation tree, frozen by docgate.",
    ...corpusShape.jsonSchema,
  };
}
