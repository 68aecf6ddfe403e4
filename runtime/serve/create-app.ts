/** Serving inside another program: what `docgate serve` does in `main.ts`, without a server. */

import { describeError } from "../../corpus/error.ts";
import type { CorpusSource } from "../docs/corpus-source.ts";
import type { RequestWatch } from "../http/observer.ts";
import { ANSWER_LIMITS, type AnswerLimits } from "./answer-limits.ts";
import { createService } from "./app.ts";
import { createAssets } from "./assets.ts";
import { SETTINGS } from "./settings.ts";

/** Where the docs come from: what {@link openCorpusSource} returns, or an object like it. */
export interface DocsSource extends Pick<CorpusSource, "current"> {
  /** Default: `/corpus.json` is not served. */
  readonly download?: CorpusSource["download"];
  /** Default: not signed, and never replaced. */
  readonly state?: CorpusSource["state"];
}

/** Who may use `/mcp`, and how much. */
export interface McpAccess {
  /** The version that clients are told. */
  readonly version: string;
  /** Origins of other sites whose pages may ask. Default: none. */
  readonly origins?: readonly string[];
  /**
   * True if only programs on this machine can reach the server; requests for any other host are then
   * refused. Default: true.
   */
  readonly isLocal?: boolean;
  /** Requests of one client, apart from programs on this machine; 0 for no limit. Default: 600. */
  readonly requestsPerMinute?: number;
  /** Number of reverse proxies in front. Default: 0. */
  readonly proxyCount?: number;
}

export interface AppOptions {
  readonly source: DocsSource;
  /** Address of the app for everyone. Default: addresses of its routes are root-relative. */
  readonly publicUrl?: string;
  /** False for no routes for agents. Default: true. */
  readonly agents?: boolean;
  /** Default: no MCP. */
  readonly mcp?: McpAccess;
  /** Limits of answers to queries. Default: those of `docgate serve`. */
  readonly limits?: Partial<AnswerLimits>;
  /** Observes every request. */
  readonly watch?: RequestWatch;
  /**
   * Called with each error that docgate itself caused. Default: it is written to standard error.
   */
  readonly onError?: (error: unknown) => void;
}

/** The API and its pages as an application. */
export interface DocsApp {
  /**
   * Answers a request. It needs no `this`, so it can be passed to a server.
   *
   * @param bindings What some servers pass, such as Node.js's own request. Without it, all clients of
   *   `/mcp` share one rate limit.
   */
  readonly fetch: (request: Request, bindings?: object) => Promise<Response>;
}

/**
 * Creates the API with its pages, for any server. It opens nothing and does not listen.
 *
 * @example
 * import { createApp, openCorpusSource } from "docgate/runtime";
 *
 * const source = await openCorpusSource({ file: "dist/corpus.json" });
 * const app = createApp({ source });
 * const response = await app.fetch(new Request("http://localhost/llms.txt"));
 * console.log(response.status);
 */
export function createApp(options: AppOptions): DocsApp {
  const { source, publicUrl, agents = true, mcp, limits, watch, onError = printError } = options;
  const { app } = createService(
    {
      docs: source.current,
      corpusDownload: source.download,
      corpusState: source.state,
      assets: createAssets(),
      agents: agents ? { publicUrl } : null,
      mcp: mcp && { ...MCP_DEFAULTS, ...mcp, publicUrl },
      watch,
      onError,
    },
    { ...ANSWER_LIMITS, ...limits },
  );
  return { fetch: async (request, bindings) => app.fetch(request, bindings as never) };
}

const MCP_DEFAULTS = {
  origins: SETTINGS.mcpOrigin.default,
  isLocal: true,
  requestsPerMinute: SETTINGS.mcpRequestsPerMinute.default,
  proxyCount: SETTINGS.proxyCount.default,
  now: Date.now,
};

function printError(error: unknown): void {
  process.stderr.write(`${describeError(error)}\n`);
}
