import { hasCode } from "../../../corpus/error.ts";
import { type Config, parseConfig } from "../../config/config.ts";
import { checkTree } from "../../generate.ts";
import { runPipeline } from "../run-pipeline.ts";
import { likelyBase } from "./likely-base.ts";
import type { CheckedPages, Settings, Trial } from "./settings.ts";

/**
 * Checks a tree under a configuration. Problems name files relative to the docs root.
 *
 * @throws {DocgateError} `setting` if the configuration of its site cannot be read
 */
export async function checkPages(dir: string, config: Config): Promise<CheckedPages> {
  const options = { cache: false, cacheDir: "", parser: "auto" } as const;
  const loadConfig = async () => config;
  const { checked } = await runPipeline(dir, { ...options, loadConfig }, async (each) => {
    const { problems, docs, hints, likelyAnchors, sources } = await checkTree(each);
    const base = likelyBase(sources.files.flatMap(({ siteTargets }) => siteTargets));
    const likely = { base, anchors: likelyAnchors() };
    return { problems: [], checked: { problems, docs, hints, likely } };
  });
  return checked;
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
