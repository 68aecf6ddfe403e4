import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createDocsServer, type DocsServerOptions } from "./server.ts";
import { refusalOfSubscription } from "./subscriptions.ts";
import { refusalOfMessage } from "./wrong-messages.ts";

/** Serves MCP to the program that started this one, until it closes standard input. */
export function serveMcpStdio(options: DocsServerOptions): void {
  const transport = new StdioServerTransport();
  serveStdio(() => createDocsServer(options), { transport });
  const receive = transport.onmessage!;
  transport.onmessage = (message) => {
    const refusal = refusalOfMessage(message) ?? refusalOfSubscription(message);
    if (refusal === undefined) receive(message);
    else transport.send(refusal).catch((error) => transport.onerror?.(error));
  };
}
