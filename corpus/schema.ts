import * as z from "zod";
import { FORMAT_VERSION, SCHEMA_URL } from "./format.ts";

const id = z.string().min(1).describe("Path under the docs root without file extension.");
const anchor = z.string().describe("Fragment of a deep link, without the `#`.");
const count = z.int().nonnegative();

export const headingSchema = z
  .strictObject({
    depth: z.int().min(1).max(4).describe("Heading level."),
    text: z.string().describe("Visible text."),
    anchor,
    start: count.describe("Where its section begins in `body`, in UTF-16 units."),
  })
  .describe("One heading of a page.");

export const docSchema = z
  .strictObject({
    id,
    path: z.string().min(1).describe("Source file path relative to the docs root, with extension."),
    slug: z.string().min(1).describe("Site URL path of the rendered page, percent-encoded."),
    title: z.string(),
    description: z.string().nullable(),
    section: z.string().min(1).describe("Top-level folder, or `root`."),
    category: z.string().nullable().describe("Folders between section and file."),
    headings: z.array(headingSchema).describe("Headings of depth 1 to 4 in document order."),
    body: z.string().describe("Raw Markdown without the frontmatter block."),
    wordCount: count.describe("White-space separated words of `body`."),
    links: z.array(id).describe("Distinct ids this page links to, in order of first appearance."),
    deepLinks: z
      .array(z.strictObject({ id, anchor }))
      .describe("Links with a fragment to other pages, whether or not the page has that anchor."),
    deadLinks: z
      .array(z.string())
      .describe("Paths and names that no page answers to, without file extension."),
  })
  .describe("One documentation page.");

export const corpusSchema = z
  .strictObject({
    $schema: z.literal(SCHEMA_URL),
    formatVersion: z.literal(FORMAT_VERSION),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("SHA-256 of this file's bytes with these 64 digits replaced by zeros."),
    meta: z.strictObject({
      name: z.string(),
      description: z.string(),
      siteUrl: z.string().nullable().describe("Address of the site that renders the pages."),
      base: z
        .string()
        .describe("What slugs begin with, percent-encoded; without a slash at its end."),
    }),
    docs: z.array(docSchema).describe("Every page, in code-point order of `path`."),
    words: z
      .strictObject({
        units: z.string().describe("Two characters for each page and each of its places."),
        terms: z.string().describe("All words, sorted, without what each shares with the last."),
        postings: z.string().describe("Where each word is, in ASCII characters."),
      })
      .describe("The index for the search in words."),
    graph: z
      .strictObject({
        nodes: z.array(
          z.strictObject({ id, title: z.string(), section: z.string(), slug: z.string() }),
        ),
        edges: z.array(z.strictObject({ from: id, to: id })),
      })
      .describe("Every page as a node, every cross-link as an edge."),
    search: z
      .looseObject({ documentCount: count, serializationVersion: z.int() })
      .describe("A serialised MiniSearch index over title, headings, description and body."),
  })
  .describe("A documentation tree, frozen by docgate.");

export type Heading = z.infer<typeof headingSchema>;
export type Doc = z.infer<typeof docSchema>;
export type CorpusFile = z.infer<typeof corpusSchema>;
export type DocGraph = CorpusFile["graph"];

/**
 * The content of a corpus, as the generator hands it over for writing: the file without what
 * writing adds.
 */
export interface CorpusContent extends Pick<CorpusFile, "meta" | "docs" | "graph"> {
  /** The indexes as JSON, in UTF-8. They are large and are written unchanged. */
  readonly words: Uint8Array;
  readonly search: Uint8Array;
}

/** @returns the format as a JSON Schema (draft 2020-12), as published in `corpus.schema.json` */
export function corpusJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(corpusSchema), $id: SCHEMA_URL, title: "docgate corpus" };
}
