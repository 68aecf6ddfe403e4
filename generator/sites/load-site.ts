import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import type { Config } from "../config/config.ts";
import { SITE_NAMES, type SiteName } from "../config/site-settings.ts";
import { siteFolders } from "./data/files/find-files.ts";
import type { SiteFile } from "./data/read-text.ts";
import { type Candidate, type Recognition, recognise, type Sign } from "./data/recognise.ts";
import { GENERATORS } from "./generators.ts";
import { lastCommitMs } from "./last-commit.ts";
import { readElsewhere } from "./read-elsewhere.ts";
import { isDocument, settingsOf } from "./site.ts";
import { configOf, type SiteConfig } from "./site-config.ts";
import { SiteFiles } from "./site-files.ts";

interface SiteTree {
  /** The docs root. */
  readonly root: string;
  readonly config: Config;
  /** The date of the tree, in seconds since 1970. Default: that of its last commit. */
  readonly sourceDateEpoch?: number | undefined;
}

/** The generator of a site, and its own configuration. */
interface SiteSource {
  readonly generator: SiteName;
  readonly file: SiteFile | null;
  /** A sentence about how it was found; null if it was configured. */
  readonly note: string | null;
}

/**
 * Finds out which site shows a tree, and reads its own configuration.
 *
 * @throws {DocgateError} `setting` if that configuration cannot be read
 */
export async function loadSite({ root, config, sourceDateEpoch }: SiteTree): Promise<SiteConfig> {
  const { generator, file, note } = await sourceOf({ root, config });
  const real = existsSync(root) ? realpathSync(root) : root;
  const folder = file === null ? real : dirname(file.location);
  const isPlain = isDocument(generator, config);
  // A site that is described has its files around the docs root, like one that has a configuration.
  const isFound = existsSync(root) && (file !== null || generator === "document");
  const top = isFound && !isPlain ? siteFolders(real).top : real;
  const model = await (await GENERATORS[generator].load()).open({ file, folder, root: real, top });
  const base = config.base ?? model.base;
  const settings = settingsOf(model, config);
  const { elsewhere, notes: ignored } = await readElsewhere({
    config,
    model,
    settings,
    isDocument: isPlain,
    root: real,
    folder,
    top,
    base,
  });
  const notes = [...(note === null ? [] : [note]), ...ignored];
  const asOfMs = () =>
    sourceDateEpoch === undefined ? lastCommitMs(real) : sourceDateEpoch * 1000;
  return configOf({
    generator,
    model,
    config,
    notes,
    root: model.includeRoot ?? real,
    asOfMs,
    elsewhere,
    files: new SiteFiles({
      root: real,
      top: () => (existsSync(root) ? siteFolders(real).top : real),
      served: [
        ...settings.staticFolders.map((name) => join(folder, name)),
        ...(model.imageFolders ?? []),
      ],
    }),
  });
}

async function sourceOf({ root, config }: Pick<SiteTree, "root" | "config">): Promise<SiteSource> {
  const { site } = config;
  if (site === "auto") return recognised(root);
  const own = typeof site === "object" ? site : { generator: site };
  const { generator = "document" } = own;
  if ("file" in own && own.file !== undefined) {
    const location = join(root, own.file);
    if (existsSync(location)) return { generator, file: fileAt(location, root), note: null };
    throw new DocgateError(
      "setting",
      `Cannot read "${own.file}", the file of the site: no such file.`,
    );
  }
  if (generator === "document" || !existsSync(root)) return { generator, file: null, note: null };
  const found = await recognise(root, [signOf(generator)]);
  return { generator, file: found !== null && "file" in found ? found.file : null, note: null };
}

/** Returns the generators whose files are the nearest to a docs root: more than one if equally near. */
export async function recogniseSite(root: string): Promise<readonly Recognition[]> {
  const found = await recognise(root, SIGNS);
  if (found === null) return [];
  return "candidates" in found ? found.candidates : [found];
}

/** Recognises the generator of a tree by its nearest file. */
async function recognised(root: string): Promise<SiteSource> {
  const unknown = { generator: "document", file: null, note: null } as const;
  const candidates = existsSync(root) ? await recogniseSite(root) : [];
  const [found] = candidates;
  if (found === undefined) return unknown;
  if (candidates.length > 1) {
    const names = candidates.map(({ generator, file }) => `${generator} (${file.name})`);
    const note = `Files of several site generators are equally near: ${names.join(", ")}. To use the addresses of one of them, configure "site"`;
    return { ...unknown, note };
  }
  const generator = found.generator as SiteName;
  const { title } = GENERATORS[generator];
  const note = `The addresses, anchors and syntax are those of ${title}, recognised by ${found.file.name}. To keep this, configure "site": "${generator}"; to refuse it, "site": "document"`;
  return { generator, file: found.file, note };
}

const SIGNS: readonly Sign[] = SITE_NAMES.map(signOf);

function signOf(generator: SiteName): Sign {
  const { files, load } = GENERATORS[generator];
  const isOwn = async (candidate: Candidate) => {
    const loaded = await load();
    return loaded.isOwn === undefined || loaded.isOwn(candidate);
  };
  return { generator, files, isOwn };
}

function fileAt(location: string, root: string): SiteFile {
  return { location, name: relative(root, location).split(sep).join("/") };
}
