import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runShared } from "../support/command.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";

const PAGE = `# Guide

[the page](https://acme.example/docs/install)
[a place](https://acme.example/docs/install#steps)
[moved](https://acme.example/docs/setup)
[another part of the site](https://acme.example/blog/nothing)
[another host](https://other.example/docs/nothing)
[no page](https://acme.example/docs/instal)
[no place](https://acme.example/docs/install#step)
[gone](https://acme.example/docs/legacy)
`;

const FOUND = `ours/guide.md:8:1 broken-link Link to "https://acme.example/docs/instal" leads to no page of "Acme". Did you mean "https://acme.example/docs/install"?
ours/guide.md:9:1 broken-fragment Fragment "#step" is not on "https://acme.example/docs/install". Did you mean "https://acme.example/docs/install#steps"?
ours/guide.md:10:1 broken-link Link to "https://acme.example/docs/legacy" leads to what is gone for good from "Acme"
`;

describe("check --against", () => {
  const folder = makeSharedFolder();
  let key = "";
  const run = (line: string) => runShared(line.split(" "), { cwd: folder() });

  beforeAll(async () => {
    const redirects = [
      { from: "setup", to: "install" },
      { from: "legacy", to: null },
    ];
    await writeTree(folder(), {
      "ours/guide.md": PAGE,
      "theirs/install.md": "# Install\n\n## Steps\n",
      "theirs/redirects.json": JSON.stringify({ version: 1, redirects }),
      "theirs.json": JSON.stringify({ name: "Acme", siteUrl: "https://acme.example" }),
    });
    await run("generate theirs --config theirs.json --no-cache --out corpus.json");
    key = (await run("keygen acme")).stdout.trim();
    await run("sign corpus.json --key acme.key.json");
    await run("addresses --corpus corpus.json --out addresses.json");
  });

  it("settles links into another documentation by its signed addresses, without a network", async () => {
    const { code, stdout } = await run(`check ours --against addresses.json --trust ${key}`);

    expect({ code, stdout }).toEqual({ code: 1, stdout: FOUND });
  });

  it("refuses addresses without a signature of a trusted key, or with other bytes", async () => {
    const other = `acme:${"A".repeat(43)}`;
    const list = await readFile(join(folder(), "addresses.json"));
    await writeFile(join(folder(), "changed.json"), list.toString().replace("steps", "STEPS"));
    await writeFile(
      join(folder(), "changed.json.sig"),
      await readFile(join(folder(), "addresses.json.sig")),
    );
    await writeFile(join(folder(), "unsigned.json"), list);

    expect(await run("check ours --against addresses.json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("add --trust NAME:KEY"),
    });
    for (const [file, trust, reason] of [
      ["addresses.json", other, 'The signature of "acme" in "addresses.json.sig" is not valid'],
      ["changed.json", key, '"changed.json" does not have the bytes that "acme" signed'],
      ["unsigned.json", key, '"unsigned.json" has no signature'],
    ]) {
      expect(await run(`check ours --against ${file} --trust ${trust}`)).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining(reason!),
      });
    }
  });

  it("names the links of other docs that a change breaks, with diff --consumers", async () => {
    await writeTree(folder(), {
      "next/install.md": "# Install\n\n## Stages\n",
      "next/redirects.json": JSON.stringify({
        version: 1,
        redirects: [{ from: "setup", to: null }],
      }),
    });
    await run("generate ours --no-cache --out ours-corpus.json");
    await run("addresses --corpus ours-corpus.json --out consumer.json");
    await run("generate next --config theirs.json --no-cache --out next.json");
    const diff = "diff corpus.json next.json --consumers consumer.json";
    const json = await run(`${diff} --format json`);
    const pretty = await run(`${diff} --ledger`);

    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout).consumerLinks).toEqual([
      { consumer: "Documentation", from: "guide", to: "https://acme.example/docs/install#steps" },
      { consumer: "Documentation", from: "guide", to: "https://acme.example/docs/setup" },
    ]);
    expect(pretty.code).toBe(1);
    expect(pretty.stdout).toContain(`Links of consumers that break (2)
  https://acme.example/docs/install#steps
    breaks a link in guide of Documentation
`);
    expect(pretty.stdout).toContain("Links of consumers that break: 2.");
    expect(await run("diff corpus.json corpus.json --consumers consumer.json")).toMatchObject({
      code: 0,
      stdout: "No difference.\n",
    });
    expect(
      await run("diff ours-corpus.json ours-corpus.json --consumers consumer.json"),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('set "siteUrl"'),
    });
  });

  describe("with the addresses of a server", () => {
    const server = createServer(async ({ url = "" }, answer) => {
      if (url.startsWith("/moved/")) {
        return answer.writeHead(302, { Location: url.slice("/moved".length) }).end();
      }
      if (url === "/busy.json") return answer.writeHead(503).end();
      const content = await readFile(join(folder(), url)).catch(() => null);
      return content === null ? answer.writeHead(404).end() : answer.end(content);
    });
    let origin = "";

    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => server.close());

    it("takes them as the configuration names them, by the address of the site", async () => {
      const against = {
        "https://acme.example": { addresses: `${origin}/moved/addresses.json`, trust: [key] },
      };
      await writeFile(join(folder(), "ours.json"), JSON.stringify({ against }));

      expect(await run("check ours --config ours.json --allow-private 127.0.0.1")).toMatchObject({
        code: 1,
        stdout: FOUND,
      });
      expect(await run("check ours --config ours.json")).toMatchObject({
        code: 0,
        stdout: "",
        stderr: expect.stringContaining("cannot be read now (its host is not on the internet)"),
      });
    });

    it("says that nothing is known while the server is busy, and fails if it has none", async () => {
      const check = (path: string) =>
        run(`check ours --against ${origin}${path} --trust ${key} --allow-private 127.0.0.1`);

      expect(await check("/busy.json")).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("cannot be read now (it answers 503)"),
      });
      expect(await check("/nothing.json")).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining("cannot be read: it answers 404."),
      });
      await rm(join(folder(), "unsigned.json"), { force: true });
      await writeFile(join(folder(), "unsigned.json"), "{}");
      expect(await check("/unsigned.json")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("has no signature"),
      });
    });
  });
});
