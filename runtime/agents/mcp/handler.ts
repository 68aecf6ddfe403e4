import {
  createMcpHandler,
  type McpServerFactory,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { refusalOfMessage } from "./refusals.ts";
import { createDocsServer, type DocsServerOptions } from "./server.ts";

/** Statuses of refusals, by the code of the error, as the library answers such messages. */
const STATUSES: Readonly<Record<number, number>> = {
  [ProtocolErrorCode.InvalidRequest]: 400,
  [ProtocolErrorCode.MethodNotFound]: 404,
  [ProtocolErrorCode.InvalidParams]: 200,
};

/** Answers a POST whose body is parsed. */
export type McpFetch = (request: Request, body: unknown) => Promise<Response>;

/**
 * Creates the handler of both eras of the protocol: 2026-07-28, and those that begin with
 * `initialize`. This file loads the library, so it is imported when the first request comes.
 */
export function createMcpFetch(options: DocsServerOptions): McpFetch {
  return mcpFetchOf(() => createDocsServer(options), options);
}

interface FetchOptions {
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

/** Serves any server of the library in the same way. */
export function mcpFetchOf(createServer: McpServerFactory, { onError }: FetchOptions): McpFetch {
  let last: Error | undefined;
  const { fetch } = createMcpHandler(createServer, {
    onerror(error) {
      last = error;
    },
  });
  return async (request, parsedBody) => {
    const refusal = refusalOfMessage(parsedBody);
    if (refusal !== undefined) {
      return Response.json(refusal, { status: STATUSES[refusal.error.code]! });
    }
    const response = await fetch(request, { parsedBody });
    // The library also reports what clients did wrong.
    if (response.status >= 500) onError(last);
    return response;
  };
}
