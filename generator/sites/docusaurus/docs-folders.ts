import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../../corpus/system-error.ts";
import { fileAt } from "../data/files/find-files.ts";
import { type DocsPlace, placeDocs } from "../data/path-from.ts";
import { readData } from "../data/read-data.ts";
import type { SiteFile } from "../data/read-text.ts";
import type { DocsInstance, DocusaurusFile, Locale } from "./site-file.ts";

/** A folder whose files are docs of one version in one language. */
export interface DocsFolder {
  readonly location: string;
  /** The address that its docs are below, without a final slash. */
  readonly base: string;
  readonly instance: DocsInstance;
  readonly locale: Locale;
  /** Its file of sidebars; null if they are generated. */
  readonly sidebars: SiteFile | null;
  /** Location of the folder in the default language, whose pages are shown where it has none. */
  readonly original: string | null;
}

interface FolderOptions {
  readonly file: DocusaurusFile;
  readonly top: string;
}

const CURRENT = "current";

/** Returns the folders of docs that exist: those of all instances, versions and languages. */
export async function docsFoldersOf({ file, top }: FolderOptions): Promise<DocsFolder[]> {
  const folders: DocsFolder[] = [];
  for (const instance of file.instances) {
    const { names, last } = await versionsOf(instance, { file, top });
    for (const version of names) {
      const path = instance.versionPaths[version] ?? defaultPathOf(version, last);
      const original = join(file.folder, folderOf(instance, version));
      const sidebars = sidebarsOf(instance, { version, file, top });
      for (const [at, locale] of file.locales.entries()) {
        const translated = join(file.folder, locale.folder, translatedFolderOf(instance, version));
        const base = `${locale.base}/${instance.route}/${path}`.replace(/\/+/g, "/");
        const shared = { base: base.replace(/\/$/, ""), instance, locale, sidebars };
        if (at === 0) folders.push({ ...shared, location: original, original: null });
        folders.push({ ...shared, location: translated, original });
      }
    }
  }
  return folders.filter(({ location }) => namesIn(location) !== null);
}

function defaultPathOf(version: string, last: string | undefined): string {
  if (version === last) return "";
  return version === CURRENT ? "next" : version;
}

async function versionsOf(
  instance: DocsInstance,
  { file, top }: FolderOptions,
): Promise<{ readonly names: readonly string[]; readonly last: string | undefined }> {
  const list = fileAt(join(file.folder, `${prefixOf(instance)}versions.json`), top);
  const data = list === null || !instance.isVersioned ? [] : await readData(list);
  const versions = (Array.isArray(data) ? data : []).filter((each) => typeof each === "string");
  const all =
    instance.hasCurrent && !versions.includes(CURRENT) ? [CURRENT, ...versions] : versions;
  const { onlyVersions } = instance;
  const names =
    onlyVersions === undefined ? all : all.filter((each) => onlyVersions.includes(each));
  // The newest version that is released; without one, the current docs.
  const last = instance.lastVersion ?? names.find((name) => name !== CURRENT) ?? names[0];
  return { names, last };
}

function folderOf(instance: DocsInstance, version: string): string {
  return version === CURRENT
    ? instance.path
    : `${prefixOf(instance)}versioned_docs/version-${version}`;
}

function translatedFolderOf({ id }: DocsInstance, version: string): string {
  const plugin = `docusaurus-plugin-content-docs${id === "default" ? "" : `-${id}`}`;
  return `${plugin}/${version === CURRENT ? CURRENT : `version-${version}`}`;
}

function sidebarsOf(
  instance: DocsInstance,
  { version, file, top }: FolderOptions & { readonly version: string },
): SiteFile | null {
  const path =
    version === CURRENT
      ? instance.sidebars
      : `${prefixOf(instance)}versioned_sidebars/version-${version}-sidebars.json`;
  return path === null ? null : fileAt(join(file.folder, path), top);
}

function prefixOf({ id }: DocsInstance): string {
  return id === "default" ? "" : `${id}_`;
}

/** Returns the names in a folder; null if there is none. */
function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return null;
  }
}

/** A folder of docs that the docs root is, contains, or is in. */
export interface PlacedFolder extends DocsFolder, DocsPlace {}

/** Returns the folders of docs in which files of the docs root are; the innermost first. */
export function placeFolders(folders: readonly DocsFolder[], root: string): PlacedFolder[] {
  const placed = folders.flatMap((folder): PlacedFolder[] => {
    const place = placeDocs(folder.location, root);
    return place === null ? [] : [{ ...folder, ...place }];
  });
  return placed.sort(
    (left, right) =>
      right.inRoot.length - left.inRoot.length || left.inDocs.length - right.inDocs.length,
  );
}
