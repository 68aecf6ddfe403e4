/**
 * Serves the pages of a corpus as most documentation sites do over MCP: MiniSearch finds pages, and
 * pages are read as a whole.
 */
import { readFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import MiniSearch from "minisearch";
import * as z from "zod";

interface Page {
  readonly slug: string;
  readonly title: string;
  readonly body: string;
}

const RESULTS = 10;
const SNIPPET = 200;
const { docs } = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as { docs: Page[] };
const index = new MiniSearch({
  fields: ["title", "body"],
  searchOptions: { prefix: true, fuzzy: 0.2 },
});
index.addAll(docs.map(({ title, body }, id) => ({ id, title, body })));

function text(content: string) {
  return { content: [{ type: "text" as const, text: content }] };
}

serveStdio(() => {
  const server = new McpServer({ name: "plain", version: "1.0.0" });
  server.registerTool(
    "search",
    { description: "Search the documentation.", inputSchema: z.object({ query: z.string() }) },
    ({ query }) => {
      const found = index
        .search(query)
        .slice(0, RESULTS)
        .map(({ id }) => docs[id]!);
      const lines = found.map(
        ({ slug, title, body }) => `## ${title}\n${slug}\n${body.slice(0, SNIPPET)}…`,
      );
      return text(lines.join("\n\n"));
    },
  );
  server.registerTool(
    "read_page",
    {
      description: "Read a page of the documentation.",
      inputSchema: z.object({ slug: z.string() }),
    },
    ({ slug }) => text(docs.find((page) => page.slug === slug)?.body ?? "There is no such page."),
  );
  return server;
});
