import { join } from "node:path";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../../generator/config/generation.ts";
import { generate } from "../../../generator/generate.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

/** Returns a page as a site generator writes it: navigation, content, footer. */
export function htmlPage(title: string, content: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><title>${title} | Acme</title>${head}</head><body>
<nav><a href="/">Home</a></nav><main><article>${content}</article></main>
<footer>Made by Acme</footer></body></html>`;
}

/** Returns a page that only leads elsewhere. */
export function refreshPage(target: string): string {
  return `<!doctype html><meta http-equiv="refresh" content="0; url=${target}"><p>Moved.</p>`;
}

export interface SiteFiles {
  /** Pages below the docs root. */
  readonly docs: TreeFiles;
  /** Files of the built site. */
  readonly site: TreeFiles;
  /** Other files, such as the configuration of the generator. Default: none. */
  readonly others?: TreeFiles;
}

/** Writes a tree with the folders `docs` and `site`. @returns the folder of both */
export function makeSite({ docs, site, others = {} }: SiteFiles): Promise<string> {
  return makeTree({ ...others, ...below("docs", docs), ...below("site", site) });
}

function below(folder: string, files: TreeFiles): TreeFiles {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]),
  );
}

/** Generates a corpus with a built site. */
export async function generateBuilt(
  files: SiteFiles,
  config: UserConfig = {},
): Promise<GeneratedCorpus> {
  const folder = await makeSite(files);
  const built = { built: "../site", ...config };
  return generate({ root: join(folder, "docs"), config: parseConfig(built) });
}

/** Returns what is reported of links, as lines. */
export function brokenIn({ problems }: GeneratedCorpus): string[] {
  return problems
    .filter(({ rule }) => rule === "broken-link" || rule === "broken-fragment")
    .map(({ file, message }) => `${file}: ${message}`);
}
