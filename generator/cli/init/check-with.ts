import { hasCode } from "../../../corpus/error.ts";
import type { ModelPage } from "../../built/match/differences.ts";
import { type Config, parseConfig } from "../../config/config.ts";
import { checkTree } from "../../generate.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import type { Site } from "../../sites/site.ts";
import { runPipeline } from "../run-pipeline.ts";
import { likelyBase } from "./likely-base.ts";
import type { CheckedPages, Settings, TreeModel, Trial } from "./settings.ts";

/**
 * Checks a tree under a configuration. Problems name files relative to the docs root.
 *
 * @throws {DocgateError} `setting` if the configuration of its site cannot be read
 */
export async function checkPages(
  dir: string,
  config: Config,
  builtDir?: string,
): Promise<CheckedPages> {
  const options = { cache: false, cacheDir: "", parser: "auto", built: builtDir } as const;
  const loadConfig = async () => config;
  const { checked } = await runPipeline(dir, { ...options, loadConfig }, async (each) => {
    const { problems, docs, hints, likelyAnchors, sources, site, built } = await checkTree(each);
    const base = likelyBase(sources.files.flatMap(({ siteTargets }) => siteTargets));
    const likely = { base, anchors: likelyAnchors() };
    const model = modelIn(sources.files, site);
    return { problems: [], checked: { problems, docs, hints, likely, model, built } };
  });
  return checked;
}

/** Returns what the model of a site says about a tree. Titles often have only the anchor of their page. */
function modelIn(files: readonly ParsedFile[], site: Site): TreeModel {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const pageOf = (path: string): ModelPage | null => {
    const file = byPath.get(path);
    if (file === undefined) return null;
    const sections = file.headings.filter(({ depth }) => depth > 1);
    const anchors = sections.map(({ anchor }) => anchor);
    return { address: decodeURI(site.slugOf(file)), anchors };
  };
  return { base: site.base, pageOf };
}

/** Checks a tree with some settings. @throws as {@link checkPages} does */
export async function tryOut(dir: string, settings: Settings): Promise<Trial> {
  return { settings, ...(await checkPages(dir, parseConfig(settings))) };
}

/** Checks a tree with settings that may not suit it. @returns null if its site cannot be read so */
export async function tryGuess(dir: string, settings: Settings): Promise<Trial | null> {
  try {
    return await tryOut(dir, settings);
  } catch (error) {
    if (hasCode(error, "setting")) return null;
    throw error;
  }
}
