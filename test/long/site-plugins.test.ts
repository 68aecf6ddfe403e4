import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import { ROOT } from "../support/command.ts";
import { makeFolder, makeSharedFolder } from "../support/tree.ts";

const run = promisify(execFile);
const TIMEOUT_MS = 900_000;

interface Generator {
  readonly packages: readonly string[];
  /** The configuration of the site with docgate's plugin, by its file. */
  readonly config: readonly [file: string, text: string];
  readonly build: readonly string[];
  /** The built site. */
  readonly out: string;
  /** A page of it that has the search box, and the slugs of all pages. */
  readonly page: string;
  readonly slugs: readonly string[];
}

const GENERATORS: Readonly<Record<string, Generator>> = {
  vitepress: {
    packages: ["vitepress@1.6.4"],
    config: [
      "docs/.vitepress/config.js",
      `import { docgate } from "docgate/vitepress";
export default { title: "Acme", cleanUrls: true, vite: { plugins: [docgate()] } };
`,
    ],
    build: ["vitepress", "build", "docs"],
    out: "docs/.vitepress/dist",
    page: "index.html",
    slugs: ["/", "/guide/install", "/parts/note"],
  },
  starlight: {
    packages: ["astro@7.3", "@astrojs/starlight@0.42"],
    config: [
      "astro.config.mjs",
      `import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { docgate } from "docgate/astro";
const locales = { root: { label: "English", lang: "en" }, de: { label: "Deutsch" } };
export default defineConfig({
  integrations: [starlight({ title: "Acme", locales, plugins: [docgate()] })],
});
`,
    ],
    build: ["astro", "build"],
    out: "dist",
    page: "index.html",
    slugs: ["/", "/de/", "/guide/install/"],
  },
  docusaurus: {
    packages: [
      ...["core", "preset-classic"].map((name) => `@docusaurus/${name}@3.10.2`),
      ...["react@19", "react-dom@19"],
    ],
    config: [
      "docusaurus.config.js",
      `export default {
  title: "Acme",
  url: "https://acme.example",
  baseUrl: "/",
  onBrokenLinks: "warn",
  presets: [["classic", { docs: { sidebarPath: "./sidebars.js" }, blog: false }]],
  plugins: ["docgate/docusaurus"],
};
`,
    ],
    build: ["docusaurus", "build"],
    out: "build",
    page: "docs/index.html",
    slugs: ["/docs/", "/docs/guide/install"],
  },
};

describe("the plugins in a build by the generator itself", () => {
  const packed = makeSharedFolder();

  beforeAll(async () => {
    await run("npm", ["pack", "--pack-destination", packed()], { cwd: ROOT });
  }, TIMEOUT_MS);

  it.each(Object.entries(GENERATORS))(
    "%s: the corpus, the search and its box are in the built site",
    { timeout: TIMEOUT_MS },
    async (name, { packages, config: [file, text], build, out, page, slugs }) => {
      const cwd = join(await makeFolder(), "site");
      await cp(join(ROOT, "examples/sites", name), cwd, { recursive: true });
      await writeFile(join(cwd, file), text);
      // Docusaurus builds no site whose package says which modules it has.
      const type = name === "docusaurus" ? {} : { type: "module" };
      await writeFile(join(cwd, "package.json"), JSON.stringify({ private: true, ...type }));
      const tarball = join(packed(), "docgate-0.1.0.tgz");
      const install = ["install", "--no-audit", "--no-fund", ...packages, tarball];
      await run("npm", install, { cwd, maxBuffer: 2 ** 26 });

      const { stdout, stderr } = await run("npx", [...build], { cwd, maxBuffer: 2 ** 26 });

      expect(stdout + stderr).toMatch(/docgate.*\d docs, 0 problems/);
      expect(await readFile(join(cwd, out, page), "utf8")).toMatch(
        /<docgate-search static="\/docgate\/"/,
      );
      const { docs } = await loadCorpusFile(join(cwd, out, "docgate/corpus.json"));
      expect(docs.map(({ slug }) => slug).sort()).toEqual(slugs);
      const manifest = await readFile(join(cwd, out, "docgate/manifest.json"), "utf8");
      expect(JSON.parse(manifest).meta).toMatchObject({ name: "Acme", site: `${name}+built` });
    },
  );
});
