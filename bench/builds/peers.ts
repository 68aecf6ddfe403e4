import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProcessOptions } from "../support/run-process.ts";

const MODULES = fileURLToPath(new URL("../node_modules", import.meta.url));

/** A program that turns the same Markdown into data. */
export interface BuildPeer {
  readonly name: string;
  /** The data that it extracts from a page. */
  readonly makes: string;
  readonly command: ProcessOptions;
  /** Removes what it keeps from earlier builds. */
  forget(): Promise<void>;
  /** True if it keeps anything from earlier builds. */
  readonly hasCache: boolean;
  /** The file that contains what it read. */
  readonly output: string;
}

interface Project {
  readonly name: string;
  readonly makes: string;
  /** The script under `node_modules`, and its arguments. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** Files and folders in which it keeps results, if any. */
  readonly cache?: readonly string[];
  /** The file that it writes. */
  readonly output: string;
}

/** Writes a small project for each peer, all with the same input. */
export async function writeBuildPeers(root: string, work: string): Promise<BuildPeer[]> {
  const projects = [
    velite(root),
    // content-collections needs folders relative to the project.
    contentCollections(relative(join(work, "content-collections"), root)),
    astro(root),
    markdownToApi(root),
  ];
  return Promise.all(projects.map((project) => writeProject(project, join(work, project.name))));
}

async function writeProject(project: Project, folder: string): Promise<BuildPeer> {
  const { name, makes, command, env = {}, files, cache = [], output } = project;
  await rm(folder, { recursive: true, force: true });
  const all = { "package.json": JSON.stringify({ type: "module", private: true }), ...files };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink(MODULES, join(folder, "node_modules"));
  const [script, ...args] = command;
  return {
    name,
    makes,
    command: { args: [join(MODULES, script!), ...args], cwd: folder, env },
    hasCache: cache.length > 0,
    output: join(folder, output),
    async forget() {
      for (const path of cache) await rm(join(folder, path), { recursive: true, force: true });
    },
  };
}

function velite(root: string): Project {
  return {
    name: "velite",
    makes: "body, outline, word count",
    command: ["velite/bin/velite.js", "build", "--clean"],
    output: ".velite/pages.json",
    files: {
      "velite.config.js": `
        import { defineConfig, s } from "velite";
        const schema = s.object({
          title: s.string().optional(),
          description: s.string().optional(),
          path: s.path(),
          body: s.raw(),
          outline: s.toc(),
          metadata: s.metadata(),
        });
        export default defineConfig({
          root: ${JSON.stringify(root)},
          collections: { pages: { name: "Page", pattern: "**/*.md", schema } },
        });`,
    },
  };
}

function contentCollections(root: string): Project {
  return {
    name: "content-collections",
    makes: "body, outline, links",
    command: ["@content-collections/cli/dist/index.js", "build"],
    cache: [".content-collections"],
    output: ".content-collections/generated/allPages.js",
    files: {
      "content-collections.ts": `
        import { defineCollection, defineConfig } from "@content-collections/core";
        import GithubSlugger from "github-slugger";
        import { toString } from "mdast-util-to-string";
        import remarkParse from "remark-parse";
        import { unified } from "unified";
        import { visit } from "unist-util-visit";
        import { z } from "zod";
        const parser = unified().use(remarkParse);
        function outline(content) {
          const slugger = new GithubSlugger();
          const headings = [];
          const links = [];
          visit(parser.parse(content), (node) => {
            if (node.type === "link" || node.type === "definition") links.push(node.url);
            if (node.type !== "heading") return;
            const text = toString(node);
            headings.push({ depth: node.depth, text, anchor: slugger.slug(text) });
          });
          return { headings, links };
        }
        const pages = defineCollection({
          name: "pages",
          directory: ${JSON.stringify(root)},
          include: "**/*.md",
          schema: z.object({
            title: z.string().optional(),
            description: z.string().optional(),
            content: z.string(),
          }),
          transform: async (page, { cache }) => ({
            ...page,
            ...(await cache(page.content, outline)),
          }),
        });
        export default defineConfig({ content: [pages] });`,
    },
  };
}

function astro(root: string): Project {
  return {
    name: "astro",
    makes: "body, HTML, outline",
    command: ["astro/bin/astro.mjs", "sync"],
    env: { ASTRO_TELEMETRY_DISABLED: "1" },
    cache: [".astro", ".cache"],
    output: ".cache/data-store.json",
    files: {
      "astro.config.mjs": `
        import { defineConfig } from "astro/config";
        export default defineConfig({ cacheDir: "./.cache" });`,
      "src/content.config.ts": `
        import { defineCollection } from "astro:content";
        import { glob } from "astro/loaders";
        const pages = defineCollection({
          loader: glob({ pattern: "**/*.md", base: ${JSON.stringify(root)} }),
        });
        export const collections = { pages };`,
    },
  };
}

function markdownToApi(root: string): Project {
  return {
    name: "markdown-to-api",
    makes: "plain text, MiniSearch index",
    command: ["markdown-to-api/dist/cli.mjs", "-d", root, "-i", "index.json"],
    output: "index.json",
    files: {},
  };
}
