import { describe, expect, it } from "vitest";
import { countTokens } from "../../../support/agent-answers.ts";
import { openTree } from "../../../support/agents.ts";
import { callModern, serveMcp } from "../../../support/mcp-server.ts";

const PAGES = {
  "guide/a.md": "---\ntags: [cli]\n---\n# One\n\nRun the installer.\n",
  "guide/b.md": "# Two\n\nRun the installer.\n",
};

async function serve(config = {}) {
  const { url } = await serveMcp(await openTree(PAGES, config));
  async function call(name: string, given: object) {
    const params = { name, arguments: given };
    const { result } = (await callModern(url, { method: "tools/call", params })).body;
    return { text: result.content[0].text as string, isError: result.isError === true };
  }
  return { url, call };
}

const FIELDS = { fields: { tags: "string[]", IgnoreAll: "string" } };

describe("where", () => {
  it("is an argument of search_docs and list_docs if the docs have fields", async () => {
    for (const config of [{}, FIELDS]) {
      const { url } = await serve(config);
      const { tools } = (await callModern(url, { method: "tools/list" })).body.result;
      const having = tools.filter((tool: { inputSchema: { properties: object } }) =>
        Object.hasOwn(tool.inputSchema.properties, "where"),
      );

      expect(having.map(({ name }: { name: string }) => name)).toEqual(
        config === FIELDS ? ["search_docs", "list_docs"] : [],
      );
      expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(700);
      expect(JSON.stringify(tools)).not.toContain("IgnoreAll");
    }
  });

  it("leaves out the pages that do not fit", async () => {
    const { call } = await serve(FIELDS);
    const where = { tags: { has: "cli" } };
    const found = await call("search_docs", { query: "installer", where });
    const listed = await call("list_docs", { where });

    for (const { text } of [found, listed]) {
      expect(text).toContain("/docs/guide/a");
      expect(text).not.toContain("/docs/guide/b");
    }
  });

  it("says that other pages have what was searched for", async () => {
    const { call } = await serve(FIELDS);
    const where = { tags: { has: "x" } };
    const { text } = await call("search_docs", { query: "installer", where, within: "guide" });

    expect(text).toContain('Without "within" and "where" there are 2 places');
    expect((await call("list_docs", { where })).text).toContain('No page fits "where".');
  });

  it.each([
    [{ tgas: { has: "x" } }, 'Unknown field "tgas": expected one of tags, IgnoreAll.'],
    [{ tags: { eq: "x" } }, "expected one of has, exists"],
    ["cli", "The filter must be an object"],
    [{ or: Array(101).fill({}) }, '"where" is too large: Limit of 100 conditions'],
  ])("case %# is an error that says what is right", async (where, message) => {
    const { call } = await serve(FIELDS);
    const { text, isError } = await call("list_docs", { where });

    expect(isError).toBe(true);
    expect(text).toContain(message);
  });

  it("is refused if the docs have no fields", async () => {
    const { call } = await serve();
    const { text, isError } = await call("list_docs", { where: {} });

    expect(isError).toBe(true);
    expect(text).toContain('list_docs takes "under", "depth", "max_tokens", but got "where".');
  });
});
