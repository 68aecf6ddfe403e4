import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { hasCode } from "../../../corpus/error.ts";
import type { LongWork, Work } from "../../docs/execute/long-work.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { explainRefusal } from "../../docs/execute/search-refusal.ts";
import { Answer } from "./answer.ts";
import { type Libraries, librariesOf } from "./libraries.ts";
import { completePath, listResources, readResource, TEMPLATE } from "./resources.ts";
import {
  ArgumentError,
  readListArguments,
  readQuoteArguments,
  readReadArguments,
  readSearchArguments,
} from "./tool-arguments.ts";
import { INSTRUCTIONS, TOKENS, type Tool, toolsOf } from "./tool-definitions.ts";
import { listDocs } from "./tools/list-docs.ts";
import { readDocs } from "./tools/read-docs.ts";
import { searchDocs } from "./tools/search-docs.ts";
import { verifyQuote } from "./tools/verify-quote.ts";

const HOUR_MS = 3_600_000;
/** The same for everyone, as long as this version of docgate runs. */
const LASTING = { ttlMs: 24 * HOUR_MS, cacheScope: "public" } as const;
/** A corpus never changes, but another one may take its place. */
const FROZEN = { ttlMs: HOUR_MS, cacheScope: "public" } as const;

export interface DocsServerOptions {
  /** The docs in use now. */
  readonly docs: () => Docs;
  /** Address of docgate for everyone. */
  readonly publicUrl: string | undefined;
  /** Version of docgate. */
  readonly version: string;
  readonly work: LongWork;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

type Arguments = Readonly<Record<string, unknown>>;

interface ToolRequest {
  readonly libraries: Libraries;
  readonly given: Arguments;
  readonly tools: readonly Tool[];
}

const CALLS: Readonly<Record<string, (request: ToolRequest) => Work<string>>> = {
  search_docs({ libraries, given, tools }) {
    const asked = readSearchArguments(given, tools);
    return searchDocs(libraries.named(asked.edition), asked);
  },
  read_docs: ({ libraries, given, tools }) =>
    readDocs(libraries.all, readReadArguments(given, tools)),
  list_docs({ libraries, given, tools }) {
    const asked = readListArguments(given, tools);
    return listDocs(libraries.named(asked.edition), asked);
  },
  verify_quote({ libraries, given, tools }) {
    const asked = readQuoteArguments(given, tools);
    return verifyQuote(libraries.holding(asked.doc), asked);
  },
};

function toolsOver(docs: Docs): readonly Tool[] {
  const editions = docs.editions();
  const all = editions.length > 1 ? editions.map(({ name }) => docs.inEdition(name)) : [docs];
  const hasFields = all.some(({ corpus }) => corpus.meta.fields !== undefined);
  return toolsOf({ hasFields, hasEditions: all.length > 1 });
}

/**
 * Creates an MCP server over the docs, for one request or one connection. It keeps no state.
 *
 * This is the library's `Server` rather than its `McpServer`, which has no paged lists and builds
 * the tools' definitions for each request.
 */
export function createDocsServer(options: DocsServerOptions): Server {
  const { version, work, onError } = options;
  const libraries = () => librariesOf(options.docs(), options.publicUrl);
  const library = () => libraries().own;
  const server = new Server(
    { name: "docgate", version },
    {
      capabilities: { tools: {}, resources: {}, completions: {} },
      instructions: INSTRUCTIONS,
      cacheHints: {
        "server/discover": LASTING,
        // A corpus whose docs have fields gives tools another argument.
        "tools/list": FROZEN,
        "resources/templates/list": LASTING,
        "resources/list": FROZEN,
        "resources/read": FROZEN,
      },
    },
  );

  /** Answers with an error of docgate itself without its details, which are logged. */
  async function guard<Result>(answer: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      onError(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal server error.");
    }
  }

  server.setRequestHandler("tools/list", () => ({
    tools: structuredClone(toolsOver(options.docs())) as never,
  }));
  server.setRequestHandler("tools/call", ({ params }) =>
    guard(() => callTool(params, { docs: options.docs(), libraries: libraries(), work })),
  );
  server.setRequestHandler("resources/list", ({ params }) =>
    guard(() => listResources(library(), params?.cursor)),
  );
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler("resources/read", ({ params }) =>
    guard(() => readResource(library(), params.uri)),
  );
  server.setRequestHandler("completion/complete", ({ params }) =>
    guard(() => completePath(library(), params)),
  );
  return server;
}

interface Call {
  readonly name: string;
  readonly arguments?: Arguments | undefined;
}

interface CallOptions {
  readonly docs: Docs;
  readonly libraries: Libraries;
  readonly work: LongWork;
}

async function callTool(
  { name, arguments: given = {} }: Call,
  { docs, libraries, work }: CallOptions,
): Promise<CallToolResult> {
  const call = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
  if (call === undefined) {
    const names = Object.keys(CALLS).join(", ");
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no tool ${JSON.stringify(name.slice(0, 80))}. The tools are ${names}.`,
    );
  }
  try {
    const key = JSON.stringify([docs.state, name, given]);
    const { own } = libraries;
    const answer =
      own.answerTo(key) ??
      (await work.run(() => call({ libraries, given, tools: toolsOver(docs) })));
    own.keepAnswer(key, answer);
    return textResult(answer);
  } catch (error) {
    // Models read the results of tools, and can then correct their arguments.
    const isArgument = error instanceof ArgumentError || hasCode(error, "invalid-argument");
    const message = isArgument ? error.message : explainRefusal(error);
    const first = new Answer(libraries.own, TOKENS.max);
    return { ...textResult(`${first}\n${message}`), isError: true };
  }
}

function textResult(text: string) {
  return { content: [{ type: "text" as const, text }] };
}
