import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { htmlPage, makeSite, type SiteFiles } from "../generator/built/trees.ts";
import { runDocgate, runEach, runShared } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";

const INSTALL =
  "# Install\n\nUnpack the anvil with a crane, and put it on firm ground.\n\n## First steps\n\nNever stand below the anvil.\n";

/** A site of MkDocs whose theme makes other ids, and one address by a plugin. */
const FILES: SiteFiles = {
  docs: {
    "index.md":
      "# Acme\n\nAcme makes anvils of every size, for every canyon.\n\n[x](setup.md#start-first-steps) [y](gone.md) [z](Setup.md)\n",
    "setup.md": INSTALL,
    "faq.md": "# Questions\n\nHow heavy is the heaviest of all your anvils?\n",
    "new.md": "# News\n\nRockets are sold out until the end of the autumn.\n",
  },
  site: {
    "index.html": htmlPage(
      "Acme",
      '<h1 id="acme">Acme</h1><p>Acme makes anvils of every size, for every canyon.</p><a href="/setup/">x</a> <a href="gone.md">y</a> <a href="Setup.md">z</a>',
    ),
    "setup/index.html": htmlPage(
      "Install",
      '<h1 id="install">Install</h1><p>Unpack the anvil with a crane, and put it on firm ground.</p><h2 id="start-first-steps">First steps</h2><p>Never stand below the anvil.</p>',
    ),
    "help/questions/index.html": htmlPage(
      "Questions",
      '<h1 id="questions">Questions</h1><p>How heavy is the heaviest of all your anvils?</p>',
    ),
    "tags/index.html": htmlPage("Tags", "<h1>Tags</h1>"),
  },
  others: { "mkdocs.yml": "site_name: Acme\n" },
};

const CHECK = ["check", "docs", "--built", "site"];

describe.each(runtimesOf("deno"))("docgate check --built on %s", (runtime) => {
  it("judges links by the site, and says where its model and the site differ", async () => {
    const cwd = await makeSite(FILES);

    const { code, stdout, stderr } = await runDocgate(CHECK, { runtime, cwd });

    expect(code).toBe(1);
    expect(stdout).toBe(`docs/index.md:5:33 broken-link Link to "gone.md" leads to no page
docs/index.md:5:46 broken-link Link to "Setup.md" leads to no page. Did you mean "setup.md"?
The model and the built site differ:
  1 of 3 addresses. For those that follow no rule, "addresses" of "site" has exceptions.
    docs/faq.md  /faq/ → /help/questions/
  1 of 4 anchors. If all of them do, "anchors" is another rule; if a plugin makes them, keep "built".
    docs/setup.md  "First steps": first-steps → start-first-steps
  1 page that the site lacks. Build the site again, or leave them out with "ignore".
    docs/new.md
  1 page of the site without a page of the tree. Links to them are not broken.
    /tags/
`);
    expect(stderr.split("\n", 2)).toEqual([
      'site: The built site "site" has 3 of 4 pages; their addresses, anchors and texts are read there',
      "site: Not found on the built site, so that the model answers: new.md",
    ]);
  });
});

describe("docgate check --built", () => {
  it("gives the differences to programs and to GitHub", async () => {
    const cwd = await makeSite(FILES);
    const summary = join(cwd, "summary.md");
    const env = { GITHUB_STEP_SUMMARY: summary };
    const [json, github, sarif] = await runEach(
      ["json", "github", "sarif"].map((format) => [...CHECK, "--format", format]),
      { cwd, env },
    );

    expect(JSON.parse(json!.stdout).built).toEqual({
      folder: "site",
      found: 3,
      stale: 0,
      counts: { addresses: 1, anchors: 1, missing: 1, rest: 1 },
      addresses: [{ path: "faq.md", model: "/faq/", site: "/help/questions/", isForm: false }],
      anchors: [
        {
          path: "setup.md",
          heading: "First steps",
          model: "first-steps",
          site: "start-first-steps",
        },
      ],
      missing: [{ path: "new.md", candidates: [] }],
      rest: ["/tags/"],
    });
    expect(github!.stdout.split("\n").at(-2)).toBe(
      "::notice title=built site::The model and the built site differ: 1 of 3 addresses; 1 of 4 anchors; 1 page that the site lacks; 1 page of the site without a page of the tree",
    );
    expect(await readFile(summary, "utf8")).toContain("- docs/faq.md /faq/ → /help/questions/");
    expect(JSON.parse(sarif!.stdout).runs).toHaveLength(1);
  });

  it("is exit 0 if only the model and the site differ, and says nothing if they do not", async () => {
    const cwd = await makeSite(FILES);
    const index = join(cwd, "docs/index.md");
    await writeFile(index, (await readFile(index, "utf8")).split("\n[x]", 1)[0]!);

    const differing = await runShared(CHECK, { cwd });
    const config = {
      site: { generator: "mkdocs", addresses: { "faq.md": "/help/questions/" } },
      ignore: ["new.md"],
      built: "../site",
    };
    await writeFile(join(cwd, "docgate.config.json"), JSON.stringify(config));
    await rm(join(cwd, "docs/setup.md"));
    await rm(join(cwd, "site/setup"), { recursive: true });
    await rm(join(cwd, "site/tags"), { recursive: true });
    const same = await runShared(["check", "docs"], { cwd });

    expect(differing).toMatchObject({ code: 0, stdout: expect.stringContaining("differ:") });
    expect(same).toMatchObject({ code: 0, stdout: "" });
  });

  it("lists ten of each kind, and all with --all", async () => {
    const many = Array.from({ length: 12 }, (_, at) => `t${at}/index.html`);
    const site = { ...FILES.site, ...Object.fromEntries(many.map((path) => [path, "<p>Tag</p>"])) };
    const cwd = await makeSite({ ...FILES, site });

    const [some, all] = await runEach([CHECK, [...CHECK, "--all"]], { cwd });

    expect(some!.stdout).toContain("\n    … 3 more; --all shows every one\n");
    expect(all!.stdout).toContain("\n    /t9/\n");
    expect(all!.stdout).not.toContain("more;");
  });

  it("is exit 2 without the folder, which a configuration may name before it is built", async () => {
    const cwd = await makeSite(FILES);
    const gone = await runShared(["check", "docs", "--built", "gone"], { cwd });
    await writeFile(join(cwd, "docgate.config.json"), '{ "built": "../gone" }');
    const configured = await runShared(["generate", "docs"], { cwd });

    expect(gone.code).toBe(2);
    expect(gone.stderr).toContain(
      'The built site "gone" does not exist. Build the site first, or name another folder.',
    );
    expect(configured.code).toBe(0);
    expect(configured.stderr.split("\n", 1)).toEqual([
      'site: The built site "../gone" does not exist, so that the model answers, with its exceptions',
    ]);
  });

  it("--fix writes nothing that the site does not have", async () => {
    const cwd = await makeSite(FILES);
    const index = join(cwd, "docs/index.md");
    const text = (await readFile(index, "utf8")).replace("(gone.md)", "(New.md)");
    await writeFile(index, text);
    const page = join(cwd, "site/index.html");
    const html = (await readFile(page, "utf8")).replace("gone.md", "New.md");
    await writeFile(page, html);

    const { stdout } = await runShared([...CHECK, "--fix", "--format", "json"], { cwd });

    expect(await readFile(index, "utf8")).toBe(text.replace("(Setup.md)", "(setup.md)"));
    expect(JSON.parse(stdout).problems).toEqual([
      expect.objectContaining({ message: 'Link to "New.md" leads to no page', suggestion: null }),
    ]);
  });
});

describe("corpora with a built site", () => {
  it("verify --rebuild needs the same folder, and diff compares two of a kind only", async () => {
    const cwd = await makeSite(FILES);
    const generate = ["generate", "docs", "--out"];
    await runEach(
      [
        [...generate, "model.json"],
        [...generate, "built.json", "--built", "site"],
      ],
      {
        cwd,
      },
    );

    const verify = ["verify", "built.json", "--rebuild", "docs"];
    const [same, other] = await runEach([[...verify, "--built", "site"], verify], { cwd });
    const [diff, mixed, redirects] = await runEach(
      [
        ["diff", "built.json", "built.json"],
        ["diff", "model.json", "built.json"],
        ["redirects", "model.json", "built.json", "--docs", "docs"],
      ],
      { cwd },
    );

    expect([same!.code, other!.code]).toEqual([0, 1]);
    expect([diff!.code, mixed!.code, redirects!.code]).toEqual([0, 2, 2]);
    expect(mixed!.stderr).toContain(
      '"built.json" has the addresses of a built site, and "model.json" those of a model',
    );
    const { meta } = JSON.parse(await readFile(join(cwd, "built.json"), "utf8"));
    expect(meta.site).toBe("mkdocs+built");
  });
});

describe("docgate init --built", () => {
  it("finds the model that fits best, and writes the rest as exceptions", async () => {
    const { others: _, ...files } = FILES;
    const cwd = await makeSite(files);

    const { code, stdout } = await runShared(["init", "docs", "--built", "site", "--yes"], { cwd });

    expect(code).toBe(0);
    expect(stdout).toContain("3 of 4 pages are on the built site. Addresses and anchors:");
    expect(stdout).toMatch(/ {2}"site": "mkdocs" +2 of 3 addresses, 0 of 1 anchors\n/);
    const config = JSON.parse(await readFile(join(cwd, "docgate.config.json"), "utf8"));
    expect(config).toEqual({
      site: { generator: "mkdocs", addresses: { "faq.md": "/help/questions/" } },
    });
  });

  it("a site that no model knows is read from its folder", async () => {
    const site = {
      "p/1.html": FILES.site["index.html"]!,
      "p/2.html": FILES.site["setup/index.html"]!,
      "p/3.html": FILES.site["help/questions/index.html"]!,
    };
    const cwd = await makeSite({ docs: FILES.docs, site });

    await runShared(["init", "docs", "--built", "site", "--yes"], { cwd });

    const config = JSON.parse(await readFile(join(cwd, "docgate.config.json"), "utf8"));
    expect(config).toEqual({ site: "document", built: "../site" });
    const { stdout } = await runShared(["generate", "docs"], { cwd });
    expect(stdout).toContain("written to dist/corpus.json");
    const { docs } = JSON.parse(await readFile(join(cwd, "dist/corpus.json"), "utf8"));
    expect(docs.map(({ slug }: { slug: string }) => slug)).toEqual([
      "/p/3.html",
      "/p/1.html",
      "/new",
      "/p/2.html",
    ]);
  });
});
