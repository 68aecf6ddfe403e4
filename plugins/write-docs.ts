import { availableParallelism } from "node:os";
import { join } from "node:path";
import { DocgateError } from "../corpus/error.ts";
import { loadCorpusFile } from "../corpus/read/read.ts";
import type { UserConfig } from "../generator/config/config.ts";
import { loadConfig } from "../generator/config/config-file.ts";
import { generateFile } from "../generator/library.ts";
import { exportStatic } from "../runtime/cli/export/export-static.ts";
import { webFolder } from "../runtime/serve/assets.ts";
import { pathFrom } from "./options.ts";
import { logFindings, type SiteLog } from "./site-log.ts";

/** The docs of a site, and what the site itself says of them. */
export interface SiteDocs {
  /** Location of the docs root. */
  readonly root: string;
  /** Location of the folder that may have a configuration file of docgate. */
  readonly project: string;
  /** The configuration as the site has it. */
  readonly site: UserConfig & { readonly base: string };
  /** Location of the HTML that the site's build has just written; null while the site is developed. */
  readonly built: string | null;
  /** Location of the cache of pages; null for none. */
  readonly cacheDir: string | null;
}

interface WriteOptions {
  /** Keys of the configuration that the user gives the plugin. */
  readonly config: UserConfig | undefined;
  /** Location of the folder for the corpus and its search. */
  readonly out: string;
  readonly log: SiteLog;
}

/**
 * Generates the corpus of a site, and writes it with the static form of its search.
 *
 * @throws {DocgateError} `setting` if the configuration is not valid, `file` if a page has an error, as
 *   its severity in the configuration says, or if the folder cannot be written
 */
export async function writeDocs(
  { root, project, site, built, cacheDir }: SiteDocs,
  { config: own, out, log }: WriteOptions,
): Promise<void> {
  const html = built === null ? {} : { built: pathFrom(root, built), builtBase: site.base };
  const defaults = { ...site, ...html };
  const config = await loadConfig(undefined, project, { defaults, changes: own });
  const file = join(out, "corpus.json");
  const generated = await generateFile({
    root,
    config,
    out: file,
    cacheDir,
    jobs: availableParallelism(),
  });
  const shown = pathFrom(process.cwd(), root) || ".";
  const problems = generated.problems.map((problem) => ({
    ...problem,
    file: `${shown}/${problem.file}`,
  }));
  logFindings({ ...generated, problems }, { log, root: shown });
  if (generated.bytes === null) {
    const message = `The docs in "${shown}" have errors, so neither corpus nor search was written.`;
    throw new DocgateError("file", message);
  }
  await exportStatic(await loadCorpusFile(file), { dir: out, web: webFolder() });
}
