import { dirname } from "node:path";
import type { Config } from "../config/config.ts";
import type { SiteName } from "../config/site-settings.ts";
import { GENERATORS } from "./generators.ts";
import { configOf, type SiteConfig } from "./site-config.ts";

/** Finds out which site shows a tree, and reads its own configuration. */
export async function loadSite({
  root,
  config,
}: {
  readonly root: string;
  readonly config: Config;
}): Promise<SiteConfig> {
  const { site } = config;
  const generator: SiteName =
    typeof site === "object" ? (site.generator ?? "document") : site === "auto" ? "document" : site;
  const file = typeof site === "object" ? (site.file ?? null) : null;
  const folder = file === null ? root : dirname(file);
  const model = await GENERATORS[generator].open({ file, folder, root });
  return configOf({ generator, model, config, notes: [], root: model.includeRoot ?? root });
}
