/**
 * The tools, as clients list them. A client pays for every word of this in each conversation. No
 * word comes from the docs, which could otherwise instruct the model of everyone who connects.
 */

import { QUOTE_LENGTH } from "../../../corpus/quotes/verify-quote.ts";

export const TOKENS = { min: 200, max: 10_000 } as const;
export const LIMIT = { min: 1, max: 20, default: 8 } as const;
export const REFS = { min: 1, max: 10 } as const;
export const DEPTH = { min: 1, max: 4, default: 2 } as const;
export const DEFAULT_TOKENS = { search_docs: 2_000, read_docs: 2_500, list_docs: 2_000 } as const;

const ANNOTATIONS = { readOnlyHint: true, openWorldHint: false } as const;

function maxTokens(name: keyof typeof DEFAULT_TOKENS) {
  return {
    type: "integer",
    minimum: TOKENS.min,
    maximum: TOKENS.max,
    default: DEFAULT_TOKENS[name],
    description: "Limit of the answer.",
  } as const;
}

const TOOLS = [
  {
    name: "search_docs",
    description:
      "Search the documentation in words, quoted phrases or identifiers. Returns the places that " +
      "answer, best first, each with a ref for read_docs; the best one comes with its text.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "A few specific words." },
        within: { type: "string", description: "Only in this section or page." },
        limit: {
          type: "integer",
          minimum: LIMIT.min,
          maximum: LIMIT.max,
          default: LIMIT.default,
        },
        max_tokens: maxTokens("search_docs"),
      },
      required: ["query"],
    },
    annotations: ANNOTATIONS,
  },
  {
    name: "read_docs",
    description:
      "Read pages or sections as Markdown. What does not fit is left out; the top of the answer " +
      "names the ref that continues it.",
    inputSchema: {
      type: "object",
      properties: {
        refs: {
          type: "array",
          items: { type: "string" },
          minItems: REFS.min,
          maxItems: REFS.max,
          description: "Refs from other answers: slug, slug#anchor, id, or address on the site.",
        },
        max_tokens: maxTokens("read_docs"),
      },
      required: ["refs"],
    },
    annotations: ANNOTATIONS,
  },
  {
    name: "list_docs",
    description: "List folders, pages, or the headings of a page, to see what there is.",
    inputSchema: {
      type: "object",
      properties: {
        under: { type: "string", description: "Folder or page. Default: everything." },
        depth: {
          type: "integer",
          minimum: DEPTH.min,
          maximum: DEPTH.max,
          default: DEPTH.default,
        },
        max_tokens: maxTokens("list_docs"),
      },
    },
    annotations: ANNOTATIONS,
  },
  {
    name: "verify_quote",
    description:
      "Check that a quote is in the documentation before you cite it: exact, close with its " +
      "differences, or absent. Returns the place.",
    inputSchema: {
      type: "object",
      properties: {
        quote: {
          type: "string",
          description: `${QUOTE_LENGTH.min} to ${QUOTE_LENGTH.max} characters, as readers see them, without Markdown.`,
        },
        doc: { type: "string", description: "Ref of a page. Default: everything." },
      },
      required: ["quote"],
    },
    annotations: ANNOTATIONS,
  },
] as const;

export type ToolName = (typeof TOOLS)[number]["name"];
/** The argument of tools over a corpus whose docs have fields. */
const WHERE = {
  type: "object",
  description:
    'Only pages whose frontmatter fits, e.g. {"tags":{"has":"x"}}. A wrong field or operator is answered with the right ones.',
} as const;

/** The argument of tools over several editions. */
const EDITION = {
  type: "string",
  description: "One of those that the first line of answers names.",
} as const;

interface ToolOptions {
  /** True if the docs of an edition have fields. */
  readonly hasFields: boolean;
  readonly hasEditions: boolean;
}

/** Returns the tools over some docs. */
export function toolsOf({ hasFields, hasEditions }: ToolOptions): readonly Tool[] {
  const more = { ...(hasFields && { where: WHERE }), ...(hasEditions && { edition: EDITION }) };
  return TOOLS.map((tool) => {
    const { inputSchema } = tool;
    if (tool.name !== "search_docs" && tool.name !== "list_docs") return tool;
    return {
      ...tool,
      inputSchema: { ...inputSchema, properties: { ...inputSchema.properties, ...more } },
    };
  });
}

export interface Tool {
  readonly name: ToolName;
  readonly inputSchema: { readonly properties: Readonly<Record<string, object>> };
}

/** Given to models with the tools. */
export const INSTRUCTIONS =
  "Documentation from one frozen corpus. search_docs finds places, read_docs reads them by ref, " +
  "list_docs shows the tree, verify_quote checks a quote.";
