import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { DOCGATE } from "../support/docgate.ts";

/** A text that an agent got from a tool. */
export interface Got {
  /** Everything, as the model pays for it. */
  readonly text: string;
  /** The parts of the docs in it; excerpts and lists of results do not count. */
  readonly read: string;
  /** How to read each place that it names, the most promising first. */
  readonly next: readonly Call[];
}

export interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The slug of what it reads, with `#` and an anchor for a part of the page. */
  readonly address?: string;
}

/** How an agent uses the tools of one server. */
export interface Reader {
  /** Starts the server over stdio. */
  readonly command: (input: ReaderInput) => readonly string[];
  search(query: string): Call;
  understand(text: string, call: Call): Got;
}

export interface ReaderInput {
  readonly corpus: string;
  readonly root: string;
}

function script(name: string): string {
  return fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url));
}

/** Keyed by name in the results; docgate first. */
export const READERS: Readonly<Record<string, Reader>> = {
  docgate: {
    command: ({ corpus }) => [DOCGATE, "mcp", "--corpus", corpus],
    search: (query) => ({ name: "search_docs", arguments: { query } }),
    understand(text, { name }) {
      const parts = text.split("\n=== ").slice(1).join("\n");
      const refs = Array.from(
        text.split("\n=== ", 1)[0]!.matchAll(/^\d+\. (\S+): /gm),
        ([, ref]) => ref!,
      );
      const unread = name === "search_docs" ? refs.slice(parts === "" ? 0 : 1) : [];
      const [, rest] =
        /^(?:Left out, to be read next:|Place 1 continues at) (\S+) /m.exec(text) ?? [];
      const next = rest === undefined ? unread : [...unread, rest];
      return { text, read: parts, next: next.map(readDocs) };
    },
  },
  "@farming-labs/docs": {
    command: ({ root }) => [script("mcp-farming-labs"), root],
    search: (query) => ({ name: "search_docs", arguments: { query } }),
    understand(text, { name }) {
      if (name !== "search_docs") return { text, read: text, next: [] };
      const { results = [] } = JSON.parse(text) as { results?: { url: string }[] };
      const next = results.map(({ url }) => {
        const [path, section] = url.split("#");
        return {
          name: "read_page",
          arguments: section === undefined ? { path } : { path, section },
          address: url,
        };
      });
      return { text, read: "", next };
    },
  },
  "plain, whole pages": {
    command: ({ corpus }) => [script("mcp-plain"), corpus],
    search: (query) => ({ name: "search", arguments: { query } }),
    understand(text, { name }) {
      if (name !== "search") return { text, read: text, next: [] };
      const slugs = Array.from(text.matchAll(/^## .*\n(\/\S+)$/gm), ([, slug]) => slug!);
      return {
        text,
        read: "",
        next: slugs.map((slug) => ({ name: "read_page", arguments: { slug }, address: slug })),
      };
    },
  },
};

function readDocs(ref: string): Call {
  const address = ref.replace(/~\d+$/, "");
  return { name: "read_docs", arguments: { refs: [ref] }, address };
}

/** An agent, connected to its own server. */
export interface Agent {
  /** The definitions of the tools, as the model gets them. */
  readonly definitions: string;
  call(call: Call): Promise<string>;
  close(): Promise<void>;
}

export async function startAgent(reader: Reader, input: ReaderInput): Promise<Agent> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const args = [...reader.command(input)];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }),
  );
  const { tools } = await client.listTools().catch(async (error) => {
    await client.close();
    throw error;
  });
  return {
    definitions: JSON.stringify(tools),
    async call({ name, arguments: given }) {
      const { content } = await client.callTool({ name, arguments: { ...given } });
      return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    },
    close: () => client.close(),
  };
}
