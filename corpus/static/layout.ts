import type { CorpusFile } from "../schema.ts";
import type { PackCounts } from "./packs.ts";

/** Version of the static form. A search refuses any other. */
export const STATIC_VERSION = 2;

/** Name of the file that is read first, in the exported folder. */
export const MANIFEST = "manifest.json";
/** SHA-256 of each file, as `sha256sum --check` reads it. */
export const HASHES = "hashes.txt";

/**
 * Describes the static form of a corpus. All other files are in a folder that is named after the
 * corpus, so that they never change.
 */
export interface Manifest {
  readonly staticVersion: typeof STATIC_VERSION;
  /** SHA-256 of the corpus. */
  readonly corpus: string;
  readonly meta: CorpusFile["meta"];
  /** Folder of the other files. */
  readonly folder: string;
  /** Files that are loaded whole, at once or at the first query. */
  readonly files: Readonly<Record<WholeFile, FileEntry>>;
  /** Files that are loaded only when a query needs them. */
  readonly packs: Readonly<Record<PackKind, PackCounts>>;
}

/** A file in the folder, as hosts deliver it. */
export interface FileEntry {
  readonly bytes: number;
  readonly sha256: string;
}

/** `titles`: {@link TitleRow} of each page. `units` and `terms`: of the index of words. */
export const WHOLE_FILES = {
  titles: "titles.json",
  units: "units.txt",
  terms: "terms.txt",
} as const;
export type WholeFile = keyof typeof WHOLE_FILES;

/** By terms: postings. By pages: headings. By units of the index: the texts of places. */
const PACK_KINDS = ["postings", "headings", "texts"] as const;
export type PackKind = (typeof PACK_KINDS)[number];

/** A page in the list of titles: its id, slug, title and section. */
export type TitleRow = readonly [id: string, slug: string, title: string, section: string];

/** Returns the name of a pack in the folder. */
export function packFile(kind: PackKind, pack: number): string {
  return `${kind}/${pack}.${kind === "postings" ? "txt" : "json"}`;
}

/** Returns the folder of the files of a corpus. */
export function folderOf(sha256: string): string {
  return sha256.slice(0, 16);
}
