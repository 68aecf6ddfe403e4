import { join } from "node:path";
import { hasCode } from "../../../corpus/error.ts";
import { parseData } from "../data/read-data.ts";
import { readText } from "../data/read-text.ts";
import { readFolder } from "./category-files.ts";
import { docAddressOf, type SplitName } from "./doc-address.ts";
import type { PlacedFolder } from "./docs-folders.ts";

/** The docs in the default language that a translation shows where it has none. */
interface Originals {
  readonly folder: PlacedFolder;
  /** Their addresses below the docs. */
  readonly addresses: readonly string[];
  /** The paths that they would have in the docs root. */
  readonly paths: readonly string[];
}

const FRONTMATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Finds the docs that a folder of translations lacks. */
export async function readOriginals(folder: PlacedFolder, split: SplitName): Promise<Originals> {
  const { original, location, inDocs, inRoot } = folder;
  if (original === null) return { folder, addresses: [], paths: [] };
  const translated = new Set((await readFolder(location)).paths);
  const missing = (await readFolder(original)).paths
    .filter((path) => !translated.has(path))
    .filter((path) => !/(?:^|\/)(?:_|__tests__\/)/.test(path));
  const addresses = await Promise.all(
    missing.map(async (path) => {
      const facts = await readFacts(join(original, path), path);
      return facts.draft === true ? [] : [docAddressOf({ path, facts }, split)];
    }),
  );
  const paths = missing
    .filter((path) => path.startsWith(inDocs))
    .map((path) => `${inRoot}${path.slice(inDocs.length)}`);
  return { folder, addresses: addresses.flat(), paths };
}

/** Reads the frontmatter of a page; one with a mistake has none. */
async function readFacts(
  location: string,
  name: string,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const { text } = await readText({ location, name });
    const data = await parseData({ name, text: FRONTMATTER.exec(text)?.[1] ?? "" }, "yaml");
    return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  } catch (error) {
    if (!hasCode(error, "file", "setting")) throw error;
    return {};
  }
}
