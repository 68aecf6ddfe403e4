import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type {
  CodeAction,
  CompletionList,
  Hover,
  Location,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import { applyEdits, LspClient } from "../../support/lsp-client.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

const A = "# A\n\n[two](guide/b.md#two) and [gone](guide/c.md)\n";
const B = "# B\n\nFirst lines.\n\n## Two\n\nMore.\n\n[a](../a.md)\n";
const FILES = { "content/a.md": A, "content/guide/b.md": B };

async function start(files: TreeFiles = FILES, options?: object): Promise<LspClient> {
  const client = new LspClient(await makeTree(files));
  await client.start(options);
  return client;
}

function isEmpty(problems: readonly string[]): boolean {
  return problems.length === 0;
}

describe("docgate lsp", () => {
  it("shows the problems of open files while one types, with unsaved texts", async () => {
    const client = await start();
    await client.open("content/a.md", A);
    expect(await client.problems("content/a.md", (each) => each.length > 0)).toEqual([
      "3:27 broken-link",
    ]);
    await client.change("content/a.md", { version: 2, text: "# A\n\n[two](guide/b.md#two)\n" });
    expect(await client.problems("content/a.md", isEmpty)).toEqual([]);
    // The heading is gone in a text that is not saved, and the link is in another file.
    await client.open("content/guide/b.md", "# B\n\n## Second\n");
    const broken = (each: readonly string[]) => each.includes("3:1 broken-fragment");
    expect(await client.problems("content/a.md", broken)).toEqual(["3:1 broken-fragment"]);
    await client.connection.sendNotification("textDocument/didClose", {
      textDocument: { uri: client.uriOf("content/guide/b.md") },
    });
    expect(await client.problems("content/a.md", isEmpty)).toEqual([]);
  });

  it("follows changes on disk: of a page, and of the list of pages", async () => {
    const client = await start();
    await client.open("content/a.md", A);
    const one = (each: readonly string[]) => each.length === 1;
    await client.problems("content/a.md", one);
    await writeFile(join(client.folder, "content/guide/b.md"), "# B\n");
    const changed = (path: string, type: number) =>
      client.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: client.uriOf(path), type }],
      });
    await changed("content/guide/b.md", 2);
    await client.problems("content/a.md", (each) => each.length === 2);
    await writeFile(join(client.folder, "content/guide/c.md"), "# C\n");
    await changed("content/guide/c.md", 1);
    expect(await client.problems("content/a.md", one)).toEqual(["3:1 broken-fragment"]);
  });

  it("completes pages and anchors", async () => {
    const client = await start();
    const text = "# A\n\n[x](gui)\n\n[y](guide/b.md#t)\n\n[[b]]\n\nplain (b)\n";
    await client.open("content/a.md", text);
    const complete = async (at: string) => {
      const { items } = await client.ask<CompletionList>("textDocument/completion", {
        path: "content/a.md",
        text,
        at,
      });
      return items.map(({ label, detail }) => `${label} ${detail}`);
    };
    expect(await complete("(gui")).toEqual(["guide/b.md B"]);
    expect(await complete("#t")).toEqual(["b B", "two Two"]);
    expect(await complete("[[b")).toEqual(["guide/b B"]);
    expect(await complete("plain (b")).toEqual([]);
  });

  it("goes to a definition, finds references, and shows the target", async () => {
    const client = await start();
    await client.open("content/a.md", A);
    await client.open("content/guide/b.md", B);
    const link = { path: "content/a.md", text: A, at: "(guide/b" };
    const definition = await client.ask<Location>("textDocument/definition", link);
    expect(definition).toMatchObject({
      uri: client.uriOf("content/guide/b.md"),
      range: { start: { line: 4, character: 3 } },
    });
    const context = { includeDeclaration: false };
    const heading = { path: "content/guide/b.md", text: B, at: "## T", context };
    const references = await client.ask<Location[]>("textDocument/references", heading);
    expect(references).toMatchObject([
      { uri: client.uriOf("content/a.md"), range: { start: { line: 2, character: 6 } } },
    ]);
    const hover = await client.ask<Hover>("textDocument/hover", link);
    expect(hover.contents).toMatchObject({
      value: "**B** `guide/b.md`\n\n## Two\n\nMore.\n\n[a](../a.md)",
    });
    const none = { path: "content/a.md", text: A, at: "# A" };
    expect(await client.ask("textDocument/definition", none)).toBeNull();
    expect(await client.ask("textDocument/hover", none)).toBeNull();
  });

  it("renames a heading with its links and the ledger, from texts that are not saved", async () => {
    const client = await start();
    const unsaved = `New first line.\n\n${B}`;
    await client.open("content/guide/b.md", unsaved);
    const at = { path: "content/guide/b.md", text: unsaved, at: "## T" };
    expect(await client.ask("textDocument/prepareRename", at)).toMatchObject({
      start: { line: 6, character: 3 },
    });
    const edit = await client.ask<WorkspaceEdit>("textDocument/rename", {
      ...at,
      newName: "Second part",
    });
    expect(client.apply(edit, { "content/guide/b.md": unsaved, "content/a.md": A })).toEqual({
      "content/guide/b.md": unsaved.replace("## Two", "## Second part"),
      "content/a.md": A.replace("#two", "#second-part"),
      "content/redirects.json": expect.stringContaining(
        '"from": "guide/b#two", "to": "guide/b#second-part"',
      ),
    });
    const elsewhere = { ...at, at: "New first", newName: "x" };
    await expect(client.ask("textDocument/rename", elsewhere)).rejects.toThrow("Only a heading");
  });

  it("writes the links to a file that is renamed", async () => {
    const client = await start();
    const files = [
      { oldUri: client.uriOf("content/guide/b.md"), newUri: client.uriOf("content/b.md") },
    ];
    const edit = await client.connection.sendRequest<WorkspaceEdit>("workspace/willRenameFiles", {
      files,
    });
    const { "content/redirects.json": ledger, ...texts } = client.apply(edit, {
      "content/guide/b.md": B,
      "content/a.md": A,
    });
    expect(texts).toEqual({
      "content/a.md": A.replace("guide/b.md#two", "b.md#two"),
      "content/guide/b.md": B.replace("../a.md", "a.md"),
    });
    expect(ledger).toContain('"from": "guide/b", "to": "b"');
  });

  it("offers corrections", async () => {
    const client = await start();
    const text = "# A\n\n[b](guide/B.md) [two](guide/b.md#two-)\n";
    await client.open("content/a.md", text);
    const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 60 } };
    const actions = await client.connection.sendRequest<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri: client.uriOf("content/a.md") },
      range,
      context: { diagnostics: [] },
    });
    const edits = actions.flatMap(({ edit }) => edit!.changes![client.uriOf("content/a.md")]!);
    expect(applyEdits(text, edits)).toBe("# A\n\n[b](guide/b.md) [two](guide/b.md#two)\n");
  });

  it("runs a configuration only in a trusted workspace, and otherwise reads its literals", async () => {
    const config =
      'import { writeFileSync } from "node:fs";\nwriteFileSync(new URL("ran", import.meta.url), "");\nexport default { rules: { "broken-link": "off" } };\n';
    const files = { ...FILES, "docgate.config.mjs": config };
    for (const trusted of [false, true]) {
      const client = await start(files, { trusted });
      await client.open("content/a.md", A);
      expect(await client.problems("content/a.md", isEmpty)).toEqual([]);
      expect(existsSync(join(client.folder, "ran"))).toBe(trusted);
    }
  });

  it("says what is wrong with a configuration, and works again when it is right", async () => {
    const client = await start({ ...FILES, "docgate.config.json": '{ "nam": 1 }' });
    await client.open("content/a.md", A);
    expect(await client.message()).toContain("nam");
    await writeFile(join(client.folder, "docgate.config.json"), "{}");
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: client.uriOf("docgate.config.json"), type: 2 }],
    });
    expect(await client.problems("content/a.md", (each) => each.length === 1)).toEqual([
      "3:27 broken-link",
    ]);
  });
});
