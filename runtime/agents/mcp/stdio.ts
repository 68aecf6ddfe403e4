import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { refusalOfMessage } from "./refusals.ts";
import { createDocsServer, type DocsServerOptions } from "./server.ts";

/** Serves MCP to the program that started this one, until it closes standard input. */
export function serveMcpStdio(options: DocsServerOptions): void {
  const transport = new StdioServerTransport();
  serveStdio(() => createDocsServer(options), { transport });
  const receive = transport.onmessage!;
  transport.onmessage = (message) => {
    const refusal = refusalOfMessage(message);
    if (refusal === undefined) receive(message);
    else transport.send(refusal).catch((error) => transport.onerror?.(error));
  };
}
