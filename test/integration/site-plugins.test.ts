import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import { type AstroIntegration, docgate as astroPlugin } from "../../plugins/astro.ts";
import docusaurusPlugin, { type BuiltSite } from "../../plugins/docusaurus.ts";
import { docgate as vitepressPlugin } from "../../plugins/vitepress.ts";
import { htmlPage } from "../generator/built/trees.ts";
import { ROOT } from "../support/command.ts";
import { makeFolder } from "../support/tree.ts";

/** Copies the minimal site of a generator. */
async function copySite(name: string): Promise<string> {
  const folder = join(await makeFolder(), "site");
  await cp(join(ROOT, "examples/sites", name), folder, { recursive: true });
  return folder;
}

/** A log that keeps its lines. */
function keepLog() {
  const lines: string[] = [];
  const keep = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  return { lines, info: keep("info"), warn: keep("warn"), error: keep("error") };
}

const STATIC_FORM = ["corpus.json", "hashes.txt", "manifest.json", "search.js"];

/** Writes the page on installing as a theme and plugins could have built it: with another address and id. */
async function buildInstall(location: string): Promise<void> {
  await mkdir(dirname(location), { recursive: true });
  const content = `<h1>Install</h1>
    <h2 id="theme-before">Before you start</h2><p>Read the requirements.</p>
    <h2 id="theme-linux">Linux</h2><p>Run npm install acme. Run pnpm add acme. Back to the start.</p>`;
  await writeFile(location, htmlPage("Install", content));
}

/** Returns the address of the heading "Linux" in what docgate has written. */
async function linuxIn(folder: string): Promise<string | undefined> {
  const { docs } = await loadCorpusFile(join(folder, "corpus.json"));
  const found = docs.flatMap(({ slug, headings }) =>
    headings.map(({ text, anchor }) => (text === "Linux" ? `${slug}#${anchor}` : "")),
  );
  return found.find((address) => address !== "");
}

/** Returns the files at the top of a folder that docgate has written, and the slugs of its docs. */
async function written(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const { meta, docs } = await loadCorpusFile(join(folder, "corpus.json"));
  return { files: files.sort(), meta, slugs: docs.map(({ slug }) => slug).sort() };
}

async function readCorpusHash(response: Response): Promise<string> {
  return ((await response.json()) as { corpus: string }).corpus;
}

describe("docgate/vitepress", () => {
  interface Settings {
    readonly base?: string;
    readonly cleanUrls?: boolean;
    readonly rewrites?: Readonly<Record<string, string>>;
    readonly buildEnd?: () => void;
  }

  /** The configuration of the minimal site as VitePress gives it to plugins, after its evaluation. */
  function siteConfig(
    root: string,
    { base = "/", cleanUrls = true, rewrites = {}, buildEnd }: Settings,
  ) {
    const docs = join(root, "docs");
    const logger = keepLog();
    return {
      root: docs,
      srcDir: docs,
      outDir: join(docs, ".vitepress/dist"),
      cacheDir: join(docs, ".vitepress/cache"),
      configPath: join(docs, ".vitepress/config.js"),
      cleanUrls,
      site: { title: "Harbour bikes", description: "All of them.", base },
      sitemap: { hostname: "https://bikes.example/docs/" },
      rewrites: { map: rewrites },
      logger,
      buildEnd: buildEnd as (() => void) | (() => Promise<void>) | undefined,
    };
  }

  it("builds corpus and search with the site, by the settings that the site has evaluated", async () => {
    const root = await copySite("vitepress");
    let isCalled = false;
    const config = siteConfig(root, {
      base: "/bikes/",
      cleanUrls: false,
      rewrites: { "guide/install.md": "start/index.md", "parts/note.md": "note.md" },
      buildEnd: () => {
        isCalled = true;
      },
    });
    const plugin = vitepressPlugin();
    plugin.configResolved({ vitepress: config });
    plugin.configResolved({ vitepress: config });

    await config.buildEnd!();

    expect(isCalled).toBe(true);
    expect(await written(join(config.outDir, "docgate"))).toMatchObject({
      files: STATIC_FORM,
      meta: {
        name: "Harbour bikes",
        description: "All of them.",
        siteUrl: "https://bikes.example",
        site: "vitepress",
        base: "/bikes",
      },
      slugs: ["/bikes/", "/bikes/note.html", "/bikes/start/"],
    });
    expect(config.logger.lines.at(-1)).toBe("info docgate: 3 docs, 0 problems");
  });

  it("takes addresses and anchors from what the build has written, whatever the theme makes", async () => {
    const config = siteConfig(await copySite("vitepress"), { base: "/bikes/" });
    await buildInstall(join(config.outDir, "themed/install.html"));
    vitepressPlugin().configResolved({ vitepress: config });

    await config.buildEnd!();

    const out = join(config.outDir, "docgate");
    expect(await linuxIn(out)).toBe("/bikes/themed/install.html#theme-linux");
    expect((await written(out)).meta.site).toBe("vitepress+built");
  });

  it("puts the search box in the place of the theme's search", async () => {
    const plugin = vitepressPlugin({ folder: "/find/" });
    plugin.configResolved({
      vitepress: siteConfig(await copySite("vitepress"), { base: "/bikes/" }),
    });

    const id = plugin.resolveId("./VPNavBarSearch.vue");

    expect(plugin.load(id!)).toContain('h("docgate-search", { static: "/bikes/find/"');
    expect(plugin.load(id!)).toContain('assets/search.js"');
    expect(plugin.resolveId("./VPNavBarTitle.vue")).toBeUndefined();
    expect(vitepressPlugin({ searchBox: false }).resolveId("./VPNavBarSearch.vue")).toBeUndefined();
  });

  it("reports problems in the log, and fails for an error without replacing what is there", async () => {
    const root = await copySite("vitepress");
    await writeFile(join(root, "docs/lost.md"), "# Lost\n\n[Go](./instal.md)\n");
    const config = siteConfig(root, {});
    const errors = { rules: { "broken-link": "error" as const } };
    vitepressPlugin({ config: errors }).configResolved({ vitepress: config });

    await expect(config.buildEnd!()).rejects.toThrow("have errors, so neither corpus nor search");

    expect(config.logger.lines).toContainEqual(
      expect.stringMatching(/^error docgate: .*docs\/lost\.md:3:1 broken-link .*"\.\/instal\.md"/),
    );
    await expect(readdir(join(config.outDir, "docgate"))).rejects.toThrow("ENOENT");
  });

  it("a configuration file takes precedence over the site, and options over both", async () => {
    const root = await copySite("vitepress");
    const file = { name: "From the file", description: "From the file." };
    await writeFile(join(root, "docs/docgate.config.json"), JSON.stringify(file));
    const config = siteConfig(root, {});
    const options = { config: { description: "From the options." } };
    vitepressPlugin(options).configResolved({ vitepress: config });

    await config.buildEnd!();

    expect((await written(join(config.outDir, "docgate"))).meta).toMatchObject({
      name: "From the file",
      description: "From the options.",
      siteUrl: "https://bikes.example",
    });
  });

  it("serves the search while the site is developed, and again after a page has changed", async () => {
    const root = await copySite("vitepress");
    const config = siteConfig(root, { base: "/bikes/" });
    const plugin = vitepressPlugin();
    plugin.configResolved({ vitepress: config });
    const changed: ((event: string, file: string) => void)[] = [];
    const server = createServer();
    plugin.configureServer({
      middlewares: {
        use: (handle) =>
          server.on("request", (request, response) =>
            handle(request, response, () => response.writeHead(404).end("next")),
          ),
      },
      watcher: { on: (_event, listener) => changed.push(listener) },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const corpusNow = async () => readCorpusHash(await ask("/bikes/docgate/manifest.json"));

    const before = await corpusNow();
    const script = await ask("/bikes/docgate/search.js");
    await writeFile(join(root, "docs/new.md"), "# New\n");
    const unchanged = await corpusNow();
    for (const tell of changed) tell("add", join(root, "docs/new.md"));

    expect(script.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect(unchanged).toBe(before);
    expect(await corpusNow()).not.toBe(before);
    expect((await ask("/bikes/docgate/none.json")).status).toBe(404);
    expect((await ask("/docgate/manifest.json")).status).toBe(404);
    expect((await ask("/bikes/docgate/%2e%2e/pages")).status).toBe(404);
  });
});

describe("docgate/astro", () => {
  /** Sets the plugin up as Starlight does. */
  async function setUp(options?: Parameters<typeof astroPlugin>[0]) {
    const root = await copySite("starlight");
    const logger = keepLog();
    const changes: Record<string, unknown>[] = [];
    const integrations: AstroIntegration[] = [];
    const folder = pathToFileURL(`${root}/`);
    astroPlugin(options).hooks["config:setup"]({
      config: { title: { en: "Bikes", de: "Räder" }, components: { Head: "./Head.astro" } },
      astroConfig: {
        root: folder,
        srcDir: new URL("src/", folder),
        cacheDir: new URL("node_modules/.astro/", folder),
        base: "/bikes",
        site: "https://bikes.example/start",
      },
      logger,
      updateConfig: (config) => void changes.push(config),
      addIntegration: (integration) => void integrations.push(integration),
    });
    return { root, logger, changes, integration: integrations[0]! };
  }

  it("builds corpus and search with the site, by the settings that the site has evaluated", async () => {
    const { root, logger, integration } = await setUp();

    await integration.hooks["astro:build:done"]({ dir: pathToFileURL(join(root, "dist/")) });

    expect(await written(join(root, "dist/docgate"))).toMatchObject({
      files: STATIC_FORM,
      meta: { name: "Bikes", siteUrl: "https://bikes.example", site: "starlight", base: "/bikes" },
      slugs: ["/bikes/", "/bikes/de/", "/bikes/guide/install/"],
    });
    expect(logger.lines.at(-1)).toMatch(/^info 3 docs, \d problems$/);
  });

  it("takes addresses and anchors from what the build has written, whatever the theme makes", async () => {
    const { root, integration } = await setUp();
    await buildInstall(join(root, "dist/themed/install/index.html"));

    await integration.hooks["astro:build:done"]({ dir: pathToFileURL(join(root, "dist/")) });

    expect(await linuxIn(join(root, "dist/docgate"))).toBe("/bikes/themed/install/#theme-linux");
  });

  it("takes the place of Starlight's search, and knows the address of its files", async () => {
    const { changes, integration } = await setUp();
    const plugins: { load(id: string): string; resolveId(id: string): string }[] = [];
    integration.hooks["astro:config:setup"]({
      updateConfig: (config) =>
        plugins.push(...(config as { vite: { plugins: typeof plugins } }).vite.plugins),
    });

    const [{ components, pagefind } = {}] = changes as {
      components?: object;
      pagefind?: boolean;
    }[];
    const { Search, ...others } = components as Record<string, string>;

    expect(pagefind).toBe(false);
    expect(others).toEqual({ Head: "./Head.astro" });
    expect(await readFile(Search!, "utf8")).toContain("<docgate-search static={address}>");
    const [plugin] = plugins;
    expect(plugin!.load(plugin!.resolveId("virtual:docgate/address"))).toBe(
      'export default "/bikes/docgate/";',
    );
  });

  it("leaves Starlight's search alone with `searchBox: false`", async () => {
    expect((await setUp({ searchBox: false })).changes).toEqual([]);
  });
});

describe("docgate/docusaurus", () => {
  interface Version {
    readonly trailingSlash?: boolean;
    readonly isLast?: boolean;
    readonly localized?: string;
  }

  /** The minimal site as Docusaurus describes it to plugins once it is built. */
  function builtSite(
    root: string,
    { trailingSlash, isLast = true, localized }: Version,
  ): BuiltSite {
    const docs = [
      { source: "@site/docs/01-intro.md", permalink: "/bikes/handbook/" },
      { source: "@site/docs/02-guide/01-install.mdx", permalink: "/bikes/handbook/setup" },
    ];
    const version = {
      isLast,
      contentPath: join(root, "docs"),
      ...(localized && { contentPathLocalized: join(root, localized) }),
      docs,
    };
    const old = { isLast: false, contentPath: join(root, "versioned_docs/version-1"), docs: [] };
    return {
      outDir: join(root, "build"),
      baseUrl: "/bikes/",
      siteConfig: {
        title: "Bikes",
        tagline: "All of them.",
        url: "https://b.example",
        trailingSlash,
      },
      plugins: [
        { name: "docusaurus-plugin-content-pages", options: {} },
        {
          name: "docusaurus-plugin-content-docs",
          options: { id: "default" },
          content: { loadedVersions: [old, version] },
        },
      ],
    };
  }

  const contextOf = (root: string) => ({
    siteDir: root,
    siteConfigPath: join(root, "docusaurus.config.js"),
    baseUrl: "/bikes/",
  });

  it("builds corpus and search of the published version, with the site's own addresses", async () => {
    const root = await copySite("docusaurus");

    await docusaurusPlugin(contextOf(root)).postBuild(builtSite(root, {}));

    expect(await written(join(root, "build/docgate"))).toMatchObject({
      files: STATIC_FORM,
      meta: { name: "Bikes", description: "All of them.", site: "docusaurus", base: "/bikes" },
      slugs: ["/bikes/handbook/", "/bikes/handbook/setup"],
    });
  });

  it("takes addresses and anchors from what the build has written, whatever the theme makes", async () => {
    const root = await copySite("docusaurus");
    await buildInstall(join(root, "build/themed/install/index.html"));

    await docusaurusPlugin(contextOf(root)).postBuild(builtSite(root, {}));

    expect(await linuxIn(join(root, "build/docgate"))).toBe("/bikes/themed/install/#theme-linux");
  });

  it("follows trailingSlash, which permalinks do not", async () => {
    const root = await copySite("docusaurus");

    await docusaurusPlugin(contextOf(root)).postBuild(builtSite(root, { trailingSlash: true }));

    const { slugs } = await written(join(root, "build/docgate"));
    expect(slugs).toEqual(["/bikes/handbook/", "/bikes/handbook/setup/"]);
  });

  it("reads the translated pages of a language that has some", async () => {
    const root = await copySite("docusaurus");
    // Without git, docgate does not look for the files of a site that far above its docs.
    await promisify(execFile)("git", ["init", "--quiet"], { cwd: root });
    const file = join(root, "docusaurus.config.js");
    const i18n = 'i18n: { defaultLocale: "en", locales: ["en", "de"] },';
    await writeFile(
      file,
      (await readFile(file, "utf8")).replace("presets:", `${i18n}\n  presets:`),
    );
    const localized = "i18n/de/docusaurus-plugin-content-docs/current";
    await cp(join(root, "docs/01-intro.md"), join(root, localized, "01-intro.md"));

    await docusaurusPlugin(contextOf(root)).postBuild(builtSite(root, { localized }));

    expect((await written(join(root, "build/docgate"))).slugs).toHaveLength(1);
  });

  it("says that there is no such instance", async () => {
    const root = await copySite("docusaurus");
    const plugin = docusaurusPlugin(contextOf(root), { instance: "community" });

    await expect(plugin.postBuild(builtSite(root, {}))).rejects.toThrow(
      'The site has no docs of the instance "community".',
    );
  });

  it("gives the theme a search bar", async () => {
    const context = contextOf(await copySite("docusaurus"));

    const theme = docusaurusPlugin(context).getThemePath!();

    expect(await readdir(theme)).toEqual(["SearchBar.js"]);
    expect(docusaurusPlugin(context, { searchBox: false })).not.toHaveProperty("getThemePath");
  });
});
