import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnchorStyle } from "../../../../generator/config/anchor-styles.ts";

/** Rule → the ids of the headings of each page; null for a page that the original refuses. */
export type Ids = Partial<Record<AnchorStyle, readonly (readonly (string | null)[] | null)[]>>;

const PACKAGES = [
  "github-slugger@2.0.0",
  "vitepress@1.6.4",
  "markdown-it@14",
  "markdown-it-anchor@9.2.0",
  "markdown-it-attrs@4",
  "@nuxtjs/mdc@0.23.1",
  "@mintlify/common@1.0.1183",
  "nextra@4.6.1",
  "next@15",
  "react@19",
  "react-dom@19",
  "mdast-util-to-string@4",
  "remark-parse@11",
  "remark-mdx@3",
  "unified@11",
];
const HERE = import.meta.dirname;

/**
 * Runs the programs that the rules of anchors follow: npm packages, which are installed in a folder,
 * and of the machine's own (Debian's packages) `python3-markdown`, `python3-pymdownx`,
 * `ruby-kramdown-parser-gfm`, `hugo`, and mdBook 0.5 if it is there.
 *
 * @param pages Markdown, headings only
 */
export function runOriginals(pages: readonly string[], folder: string): Ids {
  return {
    ...runPackages(pages, folder),
    ...runWith("/usr/bin/python3", [join(HERE, "originals.py")], pages),
    ...runWith("ruby", [join(HERE, "originals.rb")], pages),
    ...runHugo(pages, folder),
    ...runMdbook(pages, folder),
  };
}

function runPackages(pages: readonly string[], folder: string): Ids {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  const options = ["--no-audit", "--no-fund", "--ignore-scripts"];
  run("npm", ["install", ...options, ...PACKAGES], { cwd: folder });
  copyFileSync(join(HERE, "originals.mjs"), join(folder, "originals.mjs"));
  return runWith(process.execPath, [join(folder, "originals.mjs")], pages);
}

function runWith(program: string, args: readonly string[], pages: readonly string[]): Ids {
  return JSON.parse(run(program, args, { input: JSON.stringify(pages) }));
}

const HUGO_TYPES = {
  goldmark: "github",
  "goldmark-ascii": "github-ascii",
  blackfriday: "blackfriday",
} as const;

function runHugo(pages: readonly string[], folder: string): Ids {
  const site = join(folder, "hugo");
  mkdirSync(join(site, "content"), { recursive: true });
  mkdirSync(join(site, "layouts/_default"), { recursive: true });
  writeFileSync(join(site, "layouts/_default/single.html"), "{{ .Content }}");
  for (const [at, page] of pages.entries()) {
    const text = page.replace(/\{\{(?=[<%])/g, "{ {");
    writeFileSync(join(site, `content/p${at}.md`), `---\ntitle: p\n---\n\n${text}`);
  }
  return Object.fromEntries(
    Object.entries(HUGO_TYPES).map(([rule, type]) => {
      const settings = `disableKinds = ["home", "section", "taxonomy", "term", "RSS", "sitemap"]`;
      const parser = `[markup.goldmark.parser]\nautoHeadingIDType = "${type}"\n`;
      writeFileSync(join(site, "config.toml"), `${settings}\n${parser}`);
      run("hugo", ["--destination", rule], { cwd: site });
      const built = (at: number) => readFileSync(join(site, rule, `p${at}/index.html`), "utf8");
      return [rule, pages.map((_, at) => idsIn(built(at)))];
    }),
  );
}

function runMdbook(pages: readonly string[], folder: string): Ids {
  if (spawnSync("mdbook", ["--version"]).status !== 0) return {};
  const book = join(folder, "mdbook");
  mkdirSync(join(book, "src"), { recursive: true });
  writeFileSync(join(book, "book.toml"), '[book]\ntitle = "p"\n');
  writeFileSync(
    join(book, "src/SUMMARY.md"),
    pages.map((_, at) => `- [p${at}](p${at}.md)\n`).join(""),
  );
  for (const [at, page] of pages.entries()) writeFileSync(join(book, `src/p${at}.md`), page);
  run("mdbook", ["build"], { cwd: book });
  const built = (at: number) => readFileSync(join(book, `book/p${at}.html`), "utf8");
  return { mdbook: pages.map((_, at) => idsIn(/<main>.*<\/main>/s.exec(built(at))![0])) };
}

function idsIn(html: string): string[] {
  return [...html.matchAll(/<h[1-6]\b[^>]*? id="?([^"\s>]*)/g)].map(([, id]) =>
    id!
      .replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(Number(point)))
      .replaceAll("&amp;", "&"),
  );
}

interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
}

function run(program: string, args: readonly string[], options: RunOptions): string {
  const limits = { timeout: 30 * 60 * 1000, maxBuffer: 1 << 30 };
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...options,
    ...limits,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}
