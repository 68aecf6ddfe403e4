import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { examples } from "../../runtime/web/explorer/examples.ts";
import { startServer } from "../support/server.ts";
import { expectAccessible } from "./accessibility.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import {
  compressedSize,
  shareVisits,
  takeScreenshot,
  type Visit,
  type VisitOptions,
} from "./visits.ts";

const maxScriptBytes = 1_000_000;

const { server, open } = shareVisits(startServer);

describe("explorer page", { timeout: 60_000 }, () => {
  it.each(LOOKS)("shows the editors in %s colours, %i px wide", async (colorScheme, width) => {
    const { page } = await visit("/graphql", { colorScheme, viewport: { width, height: 800 } });

    await expect.poll(() => page.title()).toBe("GraphQL explorer · docgate");
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("en");
    await expect
      .poll(() => page.getByRole("button", { name: "Execute query" }).isVisible())
      .toBe(true);
    await expect.poll(() => page.getByRole("region", { name: "Variables" }).isVisible()).toBe(true);
    await expectFit(page);
    await takeScreenshot(page, `explorer-first-visit-${colorScheme}-${width}`);
  });

  it("says what it needs where scripts are off", async () => {
    const { page } = await open("/graphql", { javaScriptEnabled: false });

    await expect
      .poll(() => page.locator("body").innerText())
      .toContain("This page needs JavaScript.");
  });

  it("loads less than 1 MB of compressed scripts", async () => {
    const { page, requests } = await visit("/graphql");
    await page.waitForLoadState("networkidle");
    const scripts = new Set(requests.filter((url) => url.endsWith(".js")));
    const sizes = await Promise.all([...scripts].map(compressedSize));

    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxScriptBytes);
  });

  it("opens the documentation of the schema", async () => {
    const { page } = await visit("/graphql");

    await page.getByRole("button", { name: "Show Documentation Explorer" }).click();
    await page.getByRole("link", { name: "Query" }).click();

    for (const field of ["meta", "sections", "docs", "doc", "search", "graph", "hits"]) {
      await page.getByRole("link", { name: field, exact: true }).waitFor();
    }
    await takeScreenshot(page, "explorer-schema-documentation");
  });

  it("puts an example into the editor and runs it, by mouse", async () => {
    const { page } = await visit("/graphql");

    await chooseExample(page, "Read one doc");

    await eventually(() => resultText(page)).toContain('"headings": [');
    await takeScreenshot(page, "explorer-example-result");
  });

  it("puts an example into the editor and runs it, by keyboard", async () => {
    const { page } = await visit("/graphql");

    await page.getByRole("button", { name: "Describe the API" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await eventually(() => operationText(page)).toContain("query Sections {");

    await eventually(() => resultText(page)).toContain('"sections": [');
  });

  it("runs the first example at the first visit, and never a query from the address", async () => {
    const first = await visit("/graphql");
    await eventually(() => resultText(first.page)).toContain('"meta": {');

    const shared = await visit("/graphql?query={ meta { endpoint } }");
    await eventually(() => operationText(shared.page)).toBe("{ meta { endpoint } }");
    expect(await resultText(shared.page)).toBe("");
  });

  it("gives a result for every example", async () => {
    const { page } = await visit("/graphql");
    await eventually(() => resultText(page)).toContain('"meta": {');

    for (const { title, field } of examples) {
      await chooseExample(page, title);

      await eventually(() => resultText(page)).toMatch(new RegExp(`"${field}": [[{]`));
      await expect.poll(() => resultText(page)).not.toContain('"errors"');
    }
  });

  it("lets undo restore what an example replaced", async () => {
    const { page } = await visit("/graphql?query={ meta { endpoint } }");

    await chooseExample(page, "Get the link graph");
    await page.keyboard.press("Control+Z");

    await eventually(() => operationText(page)).toBe("{ meta { endpoint } }");
  });

  it("closes the examples and shows the result after a choice on a narrow screen", async () => {
    const { page } = await visit("/graphql", { viewport: { width: 390, height: 800 } });

    await page.getByRole("button", { name: "Show Examples" }).click();
    await chooseExample(page, "List the sections");

    await eventually(() => resultText(page)).toContain('"sections": [');
    await takeScreenshot(page, "explorer-example-result-390");
  });

  it("completes fields and marks unknown ones", async () => {
    const { page } = await visit("/graphql?query=");

    await page.getByRole("textbox").first().focus();
    await page.keyboard.type("{ meta { docC");
    await page.getByRole("option", { name: /^docCount/ }).waitFor();
    await takeScreenshot(page, "explorer-completion");
    await page.keyboard.press("Enter");
    await page.keyboard.type(" nonsense ");

    await page.locator(".squiggly-error").waitFor();
    await expect.poll(() => operationText(page)).toContain("{ meta { docCount nonsense");
  });

  it("completes arguments, with their types and descriptions", async () => {
    const { page } = await visit("/graphql?query=");

    await page.getByRole("textbox").first().focus();
    await page.keyboard.type("{ docs(lim");
    await page.getByRole("option", { name: /^limit/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("1) { id } }");

    await eventually(() => operationText(page)).toMatch(/^{ docs\(limit: ?1/);
  });

  it("finds a field in the documentation, with its arguments and their types", async () => {
    const { page } = await visit("/graphql");

    await page.getByRole("button", { name: "Show Documentation Explorer" }).click();
    await page.getByRole("combobox").first().click();
    await page.keyboard.type("sear");
    await page.getByRole("option", { name: "Query.docs(search: String)" }).waitFor();
    await page.keyboard.press("Enter");

    const documentation = page.getByRole("region", { name: "Documentation Explorer" });
    for (const argument of ["section", "search", "limit"]) {
      await documentation.getByText(argument, { exact: true }).first().waitFor();
    }
    await expectAccessible(page);
    await takeScreenshot(page, "explorer-documentation-of-a-field");
  });

  it("says in the response what is wrong with a query, and where", async () => {
    const visited = await visit("/graphql?query={ docs(limit: -1) { id } }");
    const { page } = visited;
    visited.expected = /400/;

    await page.getByRole("button", { name: "Execute query" }).click();

    await eventually(() => resultText(page)).toContain("BAD_USER_INPUT");
    await expect.poll(() => resultText(page)).toContain('"locations": [');
    await takeScreenshot(page, "explorer-error");
  });

  it.each([
    ["no answer", "The server does not answer."],
    ["a page of a proxy", "expected JSON, got status 502"],
  ])("says that it got %s", async (fault, text) => {
    const visited = await visit("/graphql?query={ meta { name } }");
    const { page } = visited;
    visited.expected = /502|ERR_FAILED/;
    await page.route("**/graphql", (route) =>
      fault === "no answer"
        ? route.abort()
        : route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    );

    await page.getByRole("button", { name: "Execute query" }).click();

    // Long lines are wrapped.
    await eventually(async () => (await resultText(page)).replace(/\s+/g, " ")).toContain(text);
    await expect.poll(() => resultText(page)).not.toContain("stack");
    await takeScreenshot(page, `explorer-${fault.replaceAll(" ", "-")}`);
  });

  it("formats the query and the variables", async () => {
    const { page } = await visit(`/graphql?query={meta{name}}&variables={"a":1}`);

    await page.getByRole("button", { name: "Prettify query" }).click();

    await eventually(() => operationText(page)).toMatch(/^{\n\s*meta {/);
    await eventually(() => variablesText(page)).toMatch(/^{ "a": 1 }|^{\n\s*"a": 1/);
  });

  it("keeps a history of the queries that were run", async () => {
    const { page } = await visit("/graphql?query=query Remembered { meta { name } }");

    await page.getByRole("button", { name: "Execute query" }).click();
    await eventually(() => resultText(page)).toContain('"name"');
    await page.getByRole("button", { name: "Show History" }).click();

    const history = page.getByRole("region", { name: "History" });
    const remembered = history.getByRole("button", { name: "Remembered" });
    await remembered.waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show Examples" }).click();
    await chooseExample(page, "List the sections");
    await page.getByRole("button", { name: "Show History" }).click();
    await remembered.press("Enter");
    await eventually(() => operationText(page)).toContain("query Remembered");
    await takeScreenshot(page, "explorer-history");
  });

  it("sends the variables", async () => {
    const { page } = await visit(
      `/graphql?query=query($id: ID) { doc(id: $id) { title } }&variables={"id":"README"}`,
    );
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && !request.postData()?.includes("Introspection"),
    );

    await page.getByRole("button", { name: "Execute query" }).click();

    expect((await sent).postDataJSON()).toMatchObject({ variables: { id: "README" } });
    await eventually(() => resultText(page)).toContain('"title": "');
  });

  it.each(["Open short keys dialog", "Open settings dialog"])("%s is accessible", async (name) => {
    const { page } = await visit("/graphql", { viewport: { width: 360, height: 800 } });

    await page.getByRole("button", { name }).press("Enter");
    await page.getByRole("dialog").waitFor();

    await expectAccessible(page);
    await takeScreenshot(page, `explorer-${name.split(" ")[1]}-360`);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  describe("link to a query", () => {
    it("fills the editors", async () => {
      const parameters = new URLSearchParams({
        query: "query A { meta { name } } query B($limit: Int) { docs(limit: $limit) { id } }",
        variables: '{ "limit": 1 }',
        operationName: "B",
      });
      const { page } = await visit(`/graphql?${parameters}`);

      await eventually(() => operationText(page)).toBe(parameters.get("query"));
      await eventually(() => variablesText(page)).toBe(parameters.get("variables"));
      await page.getByRole("textbox").first().focus();
      await page.keyboard.press("Control+Enter");
      await eventually(() => resultText(page)).toContain('"docs": [');
    });

    it("is created by the button of the toolbar", async () => {
      const { page } = await visit("/graphql");
      await chooseExample(page, "List the docs of a section");
      await page.getByRole("button", { name: "Copy link to this query" }).click();
      await eventually(() => page.url()).toContain("?query=");

      // In a separate profile, as another person would have.
      const { page: opened } = await visit(page.url().slice(server().url.length));
      await eventually(() => operationText(opened)).toContain("query DocsOfSection(");
      await eventually(() => variablesText(opened)).toBe(await variablesText(page));
      await opened.getByRole("button", { name: "Execute query" }).click();
      await eventually(() => resultText(opened)).toContain('"docs": [');
      await expectAccessible(opened);
    });
  });
});

/** Polls what the page shows for some seconds. */
function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 20_000 });
}

/** Opens a page and waits for its editors. */
async function visit(path: string, options?: VisitOptions): Promise<Visit> {
  const opened = await open(path, options);
  await opened.page.locator(".graphiql-query-editor .view-line").first().waitFor();
  return opened;
}

/** Clicks an example in the panel and waits until it is in the editor. */
async function chooseExample(page: Page, title: string): Promise<void> {
  const [firstLine] = examples.find((example) => example.title === title)!.query.split("\n");
  const name = page.getByText(title, { exact: true });
  await page.getByRole("main").getByRole("button").filter({ has: name }).click();
  await eventually(() => operationText(page)).toContain(firstLine);
}

function operationText(page: Page): Promise<string> {
  return editorText(page, "Operation Editor");
}

function variablesText(page: Page): Promise<string> {
  return editorText(page, "Variables");
}

function resultText(page: Page): Promise<string> {
  return editorText(page, "Result Window");
}

/** Returns the visible lines of the editor in the region with that name. */
async function editorText(page: Page, region: string): Promise<string> {
  const lines = page.getByRole("region", { name: region }).locator(".view-lines");
  return (await lines.innerText()).replaceAll("\u00a0", " ");
}
