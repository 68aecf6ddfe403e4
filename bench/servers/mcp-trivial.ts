/** Serves one tool that does nothing over HTTP, with the MCP library alone. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { announce } from "./announce.ts";

const { fetch } = createMcpHandler(() => {
  const server = new McpServer({ name: "trivial", version: "1.0.0" });
  const content = [{ type: "text" as const, text: "Nothing." }];
  server.registerTool("nothing", { description: "Does nothing." }, () => ({ content }));
  return server;
});
const server = createServer(getRequestListener((request) => fetch(request)));
server.listen(0, "127.0.0.1", () =>
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
