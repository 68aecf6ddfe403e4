import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createDocsServer, type DocsServerOptions } from "./server.ts";

/** Serves MCP to the program that started this one, until it closes standard input. */
export function serveMcpStdio(options: DocsServerOptions): void {
  serveStdio(() => createDocsServer(options), { maxSubscriptions: 0 });
}
