import { once } from "node:events";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ROOT, runDocgate, runShared } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { REDIRECT_SERVERS, startRedirects } from "../support/redirect-servers.ts";
import { startServer } from "../support/server.ts";
import { makeFolder, type TreeFiles, writeTree } from "../support/tree.ts";

const FIXTURE = join(ROOT, "test/fixtures/renamed-folder");

/** Makes a folder with the corpus before a change, and the docs after it with their corpus. */
async function makeChange(): Promise<string> {
  const cwd = await makeFolder();
  await cp(join(FIXTURE, "before"), join(cwd, "docs"), { recursive: true });
  await runShared(["generate", "docs", "--out", "released.json"], { cwd });
  await rm(join(cwd, "docs"), { recursive: true });
  await cp(join(FIXTURE, "after"), join(cwd, "docs"), { recursive: true });
  await runShared(["generate", "docs"], { cwd });
  return cwd;
}

/** Returns the commands of a page of the documentation, each with its output. */
async function walkOf(page: string): Promise<{ command: string; output: string }[]> {
  const text = await readFile(join(ROOT, "content", page), "utf8");
  const steps = text.matchAll(
    /```sh\ndocgate (?<command>[^\n]+)\n```\n\n```text\n(?<output>.*?)```/gs,
  );
  return Array.from(steps, ({ groups }) => ({
    command: groups!.command!,
    output: groups!.output!,
  }));
}

describe.each(runtimesOf("deno"))("docgate redirects on %s", (runtime) => {
  it("the walk of one renamed folder, from diff to the redirects of a host", async () => {
    const cwd = await makeChange();
    const steps = await walkOf("onboarding/redirects.md");

    expect(steps.map(({ command }) => command.split(" ")[0])).toEqual([
      "diff",
      "redirects",
      "redirects",
    ]);
    for (const { command, output } of steps) {
      expect((await runDocgate(command.split(" "), { runtime, cwd })).stdout).toBe(output);
    }
  });

  it("the Markdown routes lead from the old addresses to the new ones", async () => {
    const cwd = await makeChange();
    const redirects = [
      { from: "guide/paper", to: "start/maintain#paper" },
      { from: "guide/telephone", to: null },
    ];
    await writeFile(join(cwd, "docs/redirects.json"), JSON.stringify({ version: 1, redirects }));
    await runShared(["generate", "docs"], { cwd });
    const server = await startServer({ runtime, corpus: join(cwd, "dist/corpus.json") });
    onTestFinished(async () => void (await server.stop()));
    const read = async (path: string, redirect: "follow" | "manual") => {
      const headers = { Accept: "text/markdown" };
      const response = await fetch(server.url + path, { headers, redirect });
      return { status: response.status, response, text: await response.text() };
    };

    const moved = await read("/docs/guide/paper.md", "manual");
    expect(moved.status).toBe(308);
    expect(moved.response.headers.get("location")).toBe("/docs/start/maintain.md#paper");
    for (const path of ["/docs/guide/paper.md", "/docs/guide/paper"]) {
      const followed = await read(path, "follow");
      expect([followed.status, followed.text]).toEqual([
        200,
        (await read("/docs/start/maintain.md", "manual")).text,
      ]);
    }
    expect((await read("/docs/guide/telephone", "manual")).status).toBe(410);
  });
});

describe("docgate redirects", () => {
  it("without --write it only prints, and --accept sets the confidence", async () => {
    const cwd = await makeChange();
    const args = ["redirects", "released.json", "dist/corpus.json", "--docs", "docs"];
    const { code, stdout } = await runShared([...args, "--accept", "0.979"], { cwd });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Certain, not in the ledger yet \(2\)\n/);
    expect(stdout).toMatch(
      /For you to decide \(\d+\)\n.*guide\/paper → start\/maintain#paper \(0\.97: /s,
    );
    await expect(readFile(join(cwd, "docs/redirects.json"))).rejects.toThrow();
  });

  it("never overwrites or reorders the entries of a person", async () => {
    const cwd = await makeChange();
    const own = [
      { from: "z", to: "index" },
      { from: "guide/paper", to: null },
    ];
    await writeFile(
      join(cwd, "docs/redirects.json"),
      JSON.stringify({ version: 1, redirects: own }),
    );
    const args = ["redirects", "released.json", "dist/corpus.json", "--docs", "docs", "--write"];
    await runShared(args, { cwd });
    const again = await runShared(args, { cwd });

    const { redirects } = JSON.parse(await readFile(join(cwd, "docs/redirects.json"), "utf8"));
    expect(redirects).toEqual([
      ...own,
      { from: "guide/install", to: "start/install" },
      { from: "guide/install#connect-the-air-supply", to: "start/install#compressed-air" },
      { from: "guide/maintain", to: "start/maintain" },
    ]);
    expect(again).toEqual({
      code: 0,
      stdout: "Every address that goes away has an entry.\n",
      stderr: "",
    });
  });

  it("writes all that diff calls certain, also where pages have little text", async () => {
    const cwd = await makeFolder();
    const headers = ["cassert", "cctype", "cerrno", "cfenv", "cfloat", "ciso646"];
    const pages = (folder: string): TreeFiles =>
      Object.fromEntries(
        headers.map((name) => [
          `${folder}/${name}.md`,
          `# ${name}\n\nIncludes the header.\n\n## Syntax\n\n    ${name}\n\n## Remarks\n\nNone.\n`,
        ]),
      );
    await writeTree(cwd, { "old/index.md": "# Home", ...pages("old/standard-library") });
    await writeTree(cwd, { "docs/index.md": "# Home", ...pages("docs/stl") });
    await runShared(["generate", "old", "--out", "old.json"], { cwd });
    await runShared(["generate", "docs", "--out", "new.json"], { cwd });
    const diff = await runShared(["diff", "old.json", "new.json"], { cwd });
    const { stdout } = await runShared(
      ["redirects", "old.json", "new.json", "--docs", "docs", "--write"],
      { cwd },
    );

    expect(diff.stdout).toContain(
      "Addresses that break: 24, 24 with a certain new place, 0 with a possible one, 0 with none.",
    );
    expect(stdout).not.toContain("For you to decide");
    const { redirects } = JSON.parse(await readFile(join(cwd, "docs/redirects.json"), "utf8"));
    expect(redirects).toEqual([{ from: "standard-library/**", to: "stl/**" }]);
  });

  it("a page whose address changes, and not its file, is redirected by its address", async () => {
    const cwd = await makeFolder();
    const pages = { "docs/a.md": "# A", "docs/b.md": "# B", "docs/c.md": "# C" };
    await writeTree(cwd, { ...pages, "docgate.config.json": '{ "base": "/manual" }' });
    await runShared(["generate", "docs", "--out", "new.json"], { cwd });
    await writeFile(join(cwd, "docgate.config.json"), "{}");
    await runShared(["generate", "docs", "--out", "old.json"], { cwd });
    await writeFile(join(cwd, "docgate.config.json"), '{ "base": "/manual" }');
    const args = ["redirects", "old.json", "new.json", "--docs", "docs", "--write"];

    expect((await runShared(args, { cwd })).stdout).toBe(
      'Certain, added to docs/redirects.json (1)\n  { "from": "/docs/**", "to": "/manual/**" }\n',
    );
    expect((await runShared(["check", "docs"], { cwd })).stdout).toBe("");
    const printed = await runShared(["redirects", "docs", "--format", "netlify"], { cwd });
    expect(printed.stdout).toBe("/docs/* /manual/:splat 301\n");
    expect((await runShared(args, { cwd })).stdout).toBe(
      "Every address that goes away has an entry.\n",
    );
  });

  it("prints the addresses of the site's generator, as readers have them", async () => {
    const cwd = await makeFolder();
    const redirects = [
      { from: "1-Start/2-Old Page", to: "1-Start/moved" },
      { from: "/legacy/page.php", to: "1-Start/moved" },
    ];
    await writeTree(cwd, {
      "docs/1-Start/moved.md": "---\nslug: /fresh\n---\n# Moved",
      "docs/redirects.json": JSON.stringify({ version: 1, redirects }),
      "docgate.config.json": JSON.stringify({
        base: "/guide",
        site: { prefix: "\\d+-", lowercase: true, suffix: ".html", addressKeys: ["slug"] },
      }),
    });
    const { stdout } = await runShared(["redirects", "docs", "--format", "netlify"], { cwd });

    expect(stdout).toBe(
      "/guide/start/old%20page.html /guide/fresh 301\n/guide/start/old%20page /guide/fresh 301\n/legacy/page.php /guide/fresh 301\n",
    );
  });

  it("--test asks a deployed site for each entry, and names those that it does not answer", async () => {
    const moved = (to: string) => ({ status: 301, headers: { Location: to }, body: "" });
    const answers: Record<string, { status: number; headers: object; body: string }> = {
      "/docs/right": moved("/docs/new/"),
      "/docs/html": {
        status: 200,
        headers: { "Content-Type": "text/html" },
        body: '<meta http-equiv="refresh" content="0; url=/docs/new">',
      },
      "/docs/wrong": moved("/docs/other"),
      "/docs/alive": { status: 200, headers: {}, body: "text" },
      "/docs/broken": { status: 500, headers: {}, body: "" },
      "/docs/a/x": moved("/docs/b/x"),
      "/docs/gone": { status: 410, headers: {}, body: "" },
      "/docs/new": { status: 200, headers: {}, body: "" },
      "/docs/b/x": { status: 200, headers: {}, body: "" },
      "/docs/other": { status: 200, headers: {}, body: "" },
    };
    const server = createServer((request, response) => {
      const path = request.url!.replace(/\/$/, "");
      const { status, headers, body } = answers[path] ?? { status: 404, headers: {}, body: "" };
      response.writeHead(status, headers as OutgoingHttpHeaders).end(body);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cwd = await makeFolder();
    const names = ["right", "html", "wrong", "alive", "broken", "lost"];
    const redirects = [
      ...names.map((from) => ({ from, to: "new" })),
      { from: "gone", to: null },
      { from: "a/**", to: "b/**" },
    ];
    await writeTree(cwd, {
      "docs/new.md": "# New",
      "docs/b/x.md": "# X",
      "docs/redirects.json": JSON.stringify({ version: 1, redirects }),
    });
    const test = ["redirects", "docs", "--test", site];
    const allowed = await runDocgate([...test, "--allow-private", "127.0.0.1"], { cwd });

    expect(allowed).toEqual({
      code: 1,
      stdout:
        "Not as in the ledger (3)\n" +
        "  /docs/wrong → /docs/new: it leads to /docs/other\n" +
        "  /docs/alive → /docs/new: the site does not redirect it\n" +
        "  /docs/lost → /docs/new: the site answers 404\n" +
        "Not tested (1)\n" +
        "  /docs/broken → /docs/new: the site answers 500\n",
      stderr: "4 redirects of 8 answered as in the ledger\n",
    });
    const refused = await runDocgate(test, { cwd });
    expect(refused.stdout).toContain(
      "the host is not on the internet: allow it with --allow-private",
    );
    expect(refused.code).toBe(0);
    expect((await runShared(["redirects", "docs", "--test", "acme"], { cwd })).code).toBe(2);
  });

  it.each([
    ["--write", ["released.json", "dist/corpus.json", "--docs", "docs", "--write"]],
    ["--format", ["docs", "--format", "json"]],
  ])("%s leaves another program's redirects.json alone, and says what to do", async (_, args) => {
    const cwd = await makeChange();
    const theirs = '[{ "source": "/a", "destination": "/b" }]';
    await writeFile(join(cwd, "docs/redirects.json"), theirs);
    const { code, stderr } = await runShared(["redirects", ...args], { cwd });

    expect(code).toBe(2);
    expect(stderr).toBe(
      'docgate: "docs/redirects.json" is not a ledger of redirects, because it is not an object with "version": it belongs to another program. Name the file of the ledger with "redirects" in the configuration, for example "redirects": "ledger.json".\n',
    );
    expect(await readFile(join(cwd, "docs/redirects.json"), "utf8")).toBe(theirs);
  });

  it("redirects: false in the configuration leaves nothing to write to", async () => {
    const cwd = await makeChange();
    await writeFile(join(cwd, "docgate.config.json"), '{ "redirects": false }');
    const args = ["redirects", "released.json", "dist/corpus.json", "--docs", "docs"];

    expect((await runShared(args, { cwd })).stdout).toContain("Certain, not in the ledger yet (4)");
    expect(await runShared([...args, "--write"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"redirects" is false in the configuration'),
    });
  });

  it("diff --ledger is exit 1, naming the addresses without an entry, until each has one", async () => {
    const cwd = await makeChange();
    const diff = ["diff", "released.json", "dist/corpus.json", "--ledger"];
    const before = await runShared(diff, { cwd });
    await runShared(
      ["redirects", "released.json", "dist/corpus.json", "--docs", "docs", "--write"],
      { cwd },
    );
    await runShared(["generate", "docs"], { cwd });
    const after = await runShared(diff, { cwd });

    expect(before.code).toBe(1);
    expect(before.stderr).toMatch(
      /^Addresses without an entry in the ledger \(9\)\n {2}guide\/install → start\/install \(/,
    );
    expect({ code: after.code, stderr: after.stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("--format has the addresses of the site, also those that pages give themselves", async () => {
    const cwd = await makeFolder();
    const redirects = [
      { from: "guide/old", to: "guide/setup" },
      { from: "old/index", to: "guide/setup#linux" },
    ];
    await writeTree(cwd, {
      "docusaurus.config.js":
        "export default { baseUrl: '/x/', trailingSlash: true, presets: ['classic'] };",
      "docs/guide/setup.md": "---\nslug: /start\n---\n# Set up\n\n## Linux\n",
      "docs/redirects.json": JSON.stringify({ version: 1, redirects }),
    });

    const { stdout } = await runShared(["redirects", "docs", "--format", "json"], { cwd });

    expect(JSON.parse(stdout)).toEqual([
      { from: "/x/docs/guide/old/", to: "/x/docs/start/" },
      { from: "/x/docs/guide/old", to: "/x/docs/start/" },
      { from: "/x/docs/old/", to: "/x/docs/start/#linux" },
      { from: "/x/docs/old", to: "/x/docs/start/#linux" },
    ]);
  });

  it("--format html --out writes a page for each address", async () => {
    const cwd = await makeFolder();
    const redirects = [{ from: "old/page", to: "index" }];
    await writeTree(cwd, {
      "docs/index.md": "# Home",
      "docs/redirects.json": JSON.stringify({ version: 1, redirects }),
    });
    const { stdout } = await runShared(["redirects", "docs", "--format", "html", "--out", "site"], {
      cwd,
    });

    expect(stdout).toBe("1 page written to site\n");
    expect(await readFile(join(cwd, "site/docs/old/page/index.html"), "utf8")).toContain(
      'url=/docs/"',
    );
  });

  it.each([
    ["nothing to do", [], /needs two corpora, a git ref, or --format/],
    ["a format and two corpora", ["a.json", "b.json", "--format", "json"], /docs root alone/],
    ["a format and --write", ["docs", "--format", "json", "--write"], /--write adds moves/],
    [
      "--out without html",
      ["docs", "--format", "json", "--out", "x"],
      /--out can only be used with/,
    ],
    [
      "a confidence above 1",
      ["a.json", "b.json", "--accept", "2"],
      /Expected a number from 0 to 1/,
    ],
    ["an unknown host", ["docs", "--format", "iis"], /Allowed choices are netlify/],
    [
      "a docs root that does not exist",
      ["gone", "--format", "json"],
      /The docs root "gone" does not exist/,
    ],
    [
      "a ledger that is not JSON",
      ["bad", "--format", "json"],
      /bad\/redirects\.json:1:\d+ The ledger is not JSON/,
    ],
  ])("wrong usage is exit 2: %s", async (_, args, message) => {
    const cwd = await makeFolder();
    await writeTree(cwd, { "docs/a.md": "", "bad/a.md": "", "bad/redirects.json": '{ "version":' });
    const { code, stderr } = await runShared(["redirects", ...args], { cwd });

    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("the API answers redirect, and doc stays as it is", async () => {
    const cwd = await makeFolder();
    await writeTree(cwd, {
      "docs/index.md": "# Home\n\n## Part",
      "docs/redirects.json": JSON.stringify({
        version: 1,
        redirects: [
          { from: "old", to: "index#part" },
          { from: "gone", to: null },
        ],
      }),
    });
    await runShared(["generate", "docs", "--out", "corpus.json"], { cwd });
    const server = await startServer({ corpus: join(cwd, "corpus.json") });
    const fields = "{ from to gone }";
    const query = `{
      page: redirect(slug: "/docs/old") ${fields}
      anchor: redirect(slug: "/docs/old", anchor: "x") ${fields}
      gone: redirect(slug: "/docs/gone") ${fields}
      alive: redirect(slug: "/docs/index") ${fields}
      unknown: redirect(slug: "/docs/unknown") ${fields}
      doc(slug: "/docs/old") { id }
    }`;
    try {
      const answer = await fetch(`${server.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query }),
      });

      expect(await answer.json()).toEqual({
        data: {
          page: { from: "/docs/old", to: "/docs/index#part", gone: false },
          anchor: { from: "/docs/old#x", to: "/docs/index#part", gone: false },
          gone: { from: "/docs/gone", to: null, gone: true },
          alive: null,
          unknown: null,
          doc: null,
        },
      });
    } finally {
      await server.stop();
    }
  });
});

/** The answers to an address whose target has a `#` in its path; Apache takes none. */
const TO_HASH = { nginx: "301 /docs/c%23", apache: "404 " } as const;

describe.each(["nginx", "apache"] as const)("the form for a server", (name) => {
  const { isHere } = REDIRECT_SERVERS[name];

  it.skipIf(!isHere)(
    `${name}: redirects and says what is gone, for any name, and nothing else`,
    async () => {
      const cwd = await makeFolder();
      await writeTree(cwd, {
        "docs/index.md": "# Home",
        "docs/a $b.md": "# A",
        "docs/c#.md": "# C",
        "docs/redirects.json": JSON.stringify({
          version: 1,
          redirects: [
            { from: "old", to: "index#home" },
            { from: 'ü "x" $y \\ {z};', to: "a $b" },
            { from: "~reg(ex", to: "index" },
            { from: "hash", to: "c#" },
            { from: "gone", to: null },
            { from: "folder/index", to: "index" },
          ],
        }),
      });
      const { stdout } = await runShared(["redirects", "docs", "--format", name], { cwd });
      const folder = join(cwd, name);
      await mkdir(folder);
      const server = await startRedirects(name, { folder, rules: stdout });
      const ask = async (path: string): Promise<string> => {
        const { status, headers } = await fetch(server.url + path, { redirect: "manual" });
        return `${status} ${headers.get("location")?.replace(server.url, "") ?? ""}`;
      };
      try {
        expect(await ask("/docs/old")).toBe("301 /docs/#home");
        expect(await ask("/docs/old/")).toBe("301 /docs/#home");
        expect(await ask("/docs/%C3%BC%20%22x%22%20$y%20%5C%20%7Bz%7D;")).toMatch(
          /^301 \/docs\/a%20(?:%24|\$)b$/,
        );
        expect(await ask("/docs/~reg(ex")).toBe("301 /docs/");
        expect(await ask("/docs/hash")).toBe(TO_HASH[name]);
        expect(await ask("/docs/gone")).toBe("410 ");
        for (const form of ["", "/", "/index"]) {
          expect(await ask(`/docs/folder${form}`)).toBe("301 /docs/");
        }
        expect(await ask("/docs/older")).toBe("404 ");
        expect(await ask("/docs/old/more")).toBe("404 ");
      } finally {
        await server.stop();
      }
    },
  );
});
