import { docShape, headingShape } from "../../../corpus/schema.ts";
import { type FieldParts, type Fields, fieldParts, NO_FIELD_PARTS } from "./field-parts.ts";
import { fieldsOf } from "./graphql-fields.ts";

/**
 * The schema of the Documentation Query API (sections 2 and 4), with the types, nullability and
 * defaults given there, and of search in words, backlinks and neighbors. After a change, run
 * `npx vitest run --project unit test/runtime/docs/execute/sdl --update`.
 */
export const TYPE_DEFS = typeDefsWith(NO_FIELD_PARTS);

/** Returns the schema for a corpus with fields: it has what they add. */
export function typeDefsFor(fields: Fields): string {
  return typeDefsWith(fieldParts(fields));
}

function typeDefsWith({ docsArguments, where, queries, docFields, types }: FieldParts): string {
  return /* GraphQL */ `
  """
  Documentation as data: every page of a Markdown tree as one record. Read-only and public. Queries are
  limited in depth, aliases, tokens, cost and comparisons; answers in size and time.
  """
  type Query {
    "Describes the corpus; a cheap way to check that the server is up."
    meta: ApiMeta!
    "The public editions that are served together, such as versions and languages; the default one first."
    editions: [Edition!]!
    "The edition that this endpoint answers from."
    edition: Edition!
    "Every top-level section with its docs, by name."
    sections: [Section!]!
    "Docs in order of path. The arguments combine."
    docs(
      "Only docs of this top-level section."
      section: String
      """
      Only docs whose title, description or body contains this text, in any letter case. At most 4096
      characters.
      """
      search: String
      "Maximum number of docs to return; 0 or more."
      limit: Int = 100${docsArguments}${where}
    ): [Doc!]!${queries}
    "One doc; null when nothing matches. With both arguments, both must match."
    doc(
      "The id, for example guide/install."
      id: ID
      "The slug, for example /docs/guide/install."
      slug: String
    ): Doc
    """
    Where the content of an address is that the docs no longer have, as the ledger of redirects says;
    null if they have it, or the ledger does not say.
    """
    redirect(
      "The slug, for example /docs/guide/install."
      slug: String!
      "The anchor of a heading, without the #."
      anchor: String
    ): Redirect
    "Docs whose title, description or body contains a text, best first."
    search(
      "The text, in any letter case; at most 4096 characters."
      query: String!
      "Maximum number of docs to return; 0 or more."
      limit: Int = 20
    ): [Doc!]!
    "Every page as a node, every cross-link as an edge."
    graph: DocGraph!
    """
    Search in words: the places in the docs that answer a query, best first. Words may be mistyped; the last
    one may be the beginning of a word.
    """
    hits(
      "Words, and exact texts in double quotes; at most 500 characters."
      query: String!
      "Only docs of this top-level section."
      section: String
      "Maximum number of hits to return, 1 to 50."
      limit: Int = 10
      "Maximum number of hits of one doc, 1 to 10."
      perDoc: Int = 3
      "Name of the public edition to search. Default: the one that this endpoint answers from."
      edition: String${where}
    ): HitList!
    "The pages and sections that changed since an earlier state of the corpus, for indexes and mirrors."
    changes(
      "The SHA-256 of that corpus; the states of the last time are known."
      since: String!
    ): Changes!
  }

  "One documentation page."
  type Doc {
    ${fieldsOf(docShape)}${docFields}
    "Ids of the docs that link to this page, in order of path."
    backlinks: [ID!]!
    "The same page in other editions of the documentation."
    elsewhere: [Counterpart!]!
    "Its fenced and indented blocks of code that readers see, in document order."
    codeBlocks: [CodeBlock!]!
    """
    The page before this one in the navigation of the site, or else in order of path; null for the first
    page, and for one that is in no list.
    """
    previous: Doc
    """
    The page after this one in the navigation of the site, or else in order of path; null for the last
    page, and for one that is in no list.
    """
    next: Doc
  }

  "One of several corpora that are served together: a version, a language or another part."
  type Edition {
    "Its name in addresses; default if it has none."
    name: String!
    "Its version, if it has one."
    version: String
    "Its language as a BCP 47 tag, if it has one."
    language: String
    "Whether it is the one that answers without a name."
    isDefault: Boolean!
    "Total number of docs."
    docCount: Int!
    "SHA-256 of its corpus."
    sha256: String!
    "Address of its pages."
    url: String!
  }

  "The same page in another edition."
  type Counterpart {
    "Name of the edition."
    edition: String!
    "Site URL path of the page there."
    slug: String!
  }

  "Where the content of an address is now."
  type Redirect {
    "The address: a slug, with # and an anchor if one was given."
    from: String!
    "The slug of its content now, with # and an anchor for a part of a page; null if it is gone for good."
    to: String
    "Whether it is gone for good."
    gone: Boolean!
  }

  "One heading of a page."
  type Heading {
    ${fieldsOf(headingShape)}
    "SHA-256 of the section: the heading, a line feed, and the visible text up to the next heading."
    hash: String!
  }

  "A block of code of a page."
  type CodeBlock {
    "The language that its fence names; null if it names none."
    lang: String
    "The rest of the line that opens its fence; null if there is none."
    meta: String
    "The code, without its fence, and without indentation and marks of quotes that do not belong to it."
    text: String!
    "The heading above it; null before the first one."
    heading: Heading
  }

  "One top-level section."
  type Section {
    "Section name."
    name: String!
    "Number of docs in the section."
    docCount: Int!
    "Every doc of the section, in order of path."
    docs: [Doc!]!
  }

  "Describes the API and its corpus."
  type ApiMeta {
    "API name."
    name: String!
    "Longer description."
    description: String!
    "Total number of docs in the corpus."
    docCount: Int!
    "Section names."
    sections: [String!]!
    "Endpoint path."
    endpoint: String!
  }

  "A page in the link graph."
  type GraphNode {
    "Id of the doc."
    id: ID!
    "Page title."
    title: String!
    "Top-level folder name; root for a page directly in the docs root."
    section: String!
    "Site URL path of the rendered page."
    slug: String!
  }

  "A link from one page to another."
  type GraphEdge {
    "Id of the doc that contains the link."
    from: ID!
    "Id of the doc that the link leads to."
    to: ID!
  }

  "Pages and the links between them."
  type DocGraph {
    "Every page, in order of path."
    nodes: [GraphNode!]!
    "Every cross-link, in order of the nodes."
    edges: [GraphEdge!]!
  }

  "What a search in words found."
  type HitList {
    "How many places were found, before limit and perDoc."
    total: Int!
    "Whether no place has all words, apart from common ones."
    loosened: Boolean!
    "Words that occur nowhere, and the words that were searched for in their place."
    corrections: [Correction!]!
    "The best places, best first."
    items: [Hit!]!
  }

  "A word that occurs nowhere, and one that was searched for in its place."
  type Correction {
    "The word of the query."
    from: String!
    "The word that was searched for."
    to: String!
  }

  "A place in the docs: a heading with the text up to the next, or the text before the first heading."
  type Hit {
    "The page."
    doc: Doc!
    "Null for the text before the first heading."
    heading: Heading
    "Title of the page and headings above the place, outermost first."
    breadcrumbs: [String!]!
    "Site URL path of the place: the slug of the doc, with # and the anchor of the heading."
    slug: String!
    "SHA-256 of the place: its heading, or an empty text, a line feed, and its visible text."
    hash: String!
    "A piece of the text of the place, where the words are densest."
    excerpt: Excerpt!
    "The words of the query that the page lacks."
    missing: [String!]!
  }

  "Everything that changed between an earlier state of the corpus and this one."
  type Changes {
    "SHA-256 of the earlier corpus."
    since: String!
    "SHA-256 of this corpus."
    sha256: String!
    "Pages that changed, or have a section that did: in order of path, then those that were removed."
    pages: [PageChange!]!
    "Sections that changed."
    sections: [SectionChange!]!
  }

  "How a page or a section changed."
  enum ChangeKind {
    "It was not there."
    added
    "It is another one at the same place."
    changed
    "It is the same at another place; for a page, at least half of its sections are."
    moved
    "It is no longer there."
    removed
  }

  "A page that changed."
  type PageChange {
    "How it changed."
    change: ChangeKind!
    "Its id."
    id: ID!
    "The id that it had before if it moved."
    from: ID
    "Site URL path, the last one if the page was removed."
    slug: String!
    "Title, the last one if the page was removed."
    title: String!
  }

  "A section that changed: a heading with the text up to the next, or the text before the first heading."
  type SectionChange {
    "How it changed."
    change: ChangeKind!
    "Id of its page."
    id: ID!
    "Anchor of its heading; null before the first heading."
    anchor: String
    "Where it was before if it moved."
    from: SectionPlace
    "Its hash, the last one if it was removed."
    hash: String!
    "Its hash before if it changed."
    before: String
  }

  "A place of a section."
  type SectionPlace {
    "Id of the page."
    id: ID!
    "Anchor of the heading; null before the first heading."
    anchor: String
  }

  "A piece of text on one line, of at most 240 UTF-16 units."
  type Excerpt {
    "Plain text: nothing in it is Markdown or HTML."
    text: String!
    "Where words of the query are, in order; marks do not overlap."
    marks: [Mark!]!
  }

  "A part of an excerpt, as offsets in UTF-16 units."
  type Mark {
    "Where it begins."
    start: Int!
    "Where it ends: the first unit behind it."
    end: Int!
  }
${types}
`;
}
