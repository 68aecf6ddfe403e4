import { describe, expect, it, vi } from "vitest";
import { createDocs } from "../../../runtime/docs/execute/queries.ts";
import { type AppOptions, createApp } from "../../../runtime/serve/create-app.ts";
import { corpusFrom, makeDoc } from "../../support/corpora.ts";

const docs = createDocs(corpusFrom([makeDoc("guide/first", { title: "First steps" })]));
const SOURCE = { current: () => docs };

function ask(
  path: string,
  { init, ...options }: Partial<AppOptions> & { init?: RequestInit } = {},
) {
  return createApp({ source: SOURCE, ...options }).fetch(
    new Request(`http://localhost${path}`, init),
  );
}

const LIST_TOOLS = {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    Host: "localhost",
  },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
};

describe("createApp", () => {
  it("answers queries over the docs of its source, whichever they are now", async () => {
    const other = createDocs(corpusFrom([], { name: "Other" }));
    let current = docs;
    const { fetch } = createApp({ source: { current: () => current } });
    const name = async () => {
      const response = await fetch(new Request("http://localhost/graphql?query={meta{name}}"));
      const { data } = (await response.json()) as { data: { meta: { name: string } } };
      return data.meta.name;
    };

    expect(await name()).toBe("Test");
    current = other;
    expect(await name()).toBe("Other");
  });

  it("serves no file for a source without download, and no MCP unless asked to", async () => {
    expect((await ask("/corpus.json")).status).toBe(404);
    expect((await ask("/mcp", { init: LIST_TOOLS })).status).toBe(404);
  });

  it("serves what agents read, with absolute addresses if it has a public one", async () => {
    const publicUrl = "https://docs.acme.example";
    expect(await (await ask("/llms.txt")).text()).toContain("](/docs/guide/first.md)");
    expect(await (await ask("/llms.txt", { publicUrl })).text()).toContain(
      `](${publicUrl}/docs/guide/first.md)`,
    );
    expect((await ask("/llms.txt", { agents: false })).status).toBe(404);
  });

  it("serves MCP behind any server, and limits clients that it cannot tell apart together", async () => {
    const mcp = { version: "1.2.3", requestsPerMinute: 1 };
    const { fetch } = createApp({ source: SOURCE, mcp });
    const call = () => fetch(new Request("http://localhost/mcp", LIST_TOOLS));

    const first = await call();
    expect(first.status).toBe(200);
    expect(await first.text()).toContain("search_docs");
    expect((await call()).status).toBe(429);
  });

  it("keeps the given limits, and those of docgate serve for the others", async () => {
    const all = "/graphql?query={docs{id,body}}";
    expect((await ask(all)).status).toBe(200);
    const text = "x".repeat(2 ** 20);
    const large = createDocs(
      corpusFrom([makeDoc("a", { body: text }), makeDoc("b", { body: text })]),
    );
    const options = { source: { current: () => large }, limits: { maxAnswerMib: 1 } };
    expect(await (await ask(all, options)).text()).toContain("1048576 bytes");
  });

  it("passes docgate's own errors to onError, and writes them to standard error without it", async () => {
    const source = {
      current: () => {
        throw new Error("broken source");
      },
    };
    const onError = vi.fn();
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect((await ask("/llms.txt", { source, onError })).status).toBe(500);
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: "broken source" }));
    expect(write).not.toHaveBeenCalled();
    await ask("/llms.txt", { source });
    expect(write).toHaveBeenCalledWith(expect.stringContaining("broken source"));
    write.mockRestore();
  });
});
