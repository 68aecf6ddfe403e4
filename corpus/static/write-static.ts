import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { encodeUtf8 } from "../bytes.ts";
import type { CorpusFile } from "../schema.ts";
import { openPlaceIndex } from "../search/words/index/place-index.ts";
import { PAGE, placeOf } from "../search/words/index/units.ts";
import { placeReader } from "../search/words/places.ts";
import {
  type FileEntry,
  folderOf,
  HASHES,
  MANIFEST,
  type Manifest,
  type PackKind,
  packFile,
  STATIC_VERSION,
  type TitleRow,
  WHOLE_FILES,
  type WholeFile,
} from "./layout.ts";
import { dividePacks, type PackCounts, PackMap } from "./packs.ts";

/** A file of the static form. */
export interface StaticFile {
  /** Path below the exported folder, with forward slashes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type StaticSource = Pick<CorpusFile, "sha256" | "meta" | "docs" | "words">;

/** Sizes from which on a pack is full, in characters; a query loads whole packs. */
const FULL: Readonly<Record<PackKind, number>> = {
  postings: 6_000,
  headings: 1_400,
  texts: 2_000,
};
/** Packs of a kind at most, so that large trees do not have too many files. */
const MAX_PACKS = 6_000;

/**
 * Writes a corpus as files for a host that only delivers files. The manifest comes last, so that a
 * folder with a manifest is complete. The same corpus gives the same files.
 */
export function* staticFiles(source: StaticSource): Generator<StaticFile> {
  const folder = folderOf(source.sha256);
  /** By name, in the order of the files. */
  const hashes = new Map<string, string>();
  const entries: Partial<Record<WholeFile, FileEntry>> = {};

  function file(path: string, text: string | Uint8Array): StaticFile {
    const name = `${folder}/${path}`;
    const bytes = typeof text === "string" ? encodeUtf8(text) : text;
    hashes.set(name, bytesToHex(sha256(bytes)));
    return { name, bytes };
  }

  for (const [kind, text] of Object.entries(wholeTexts(source)) as [WholeFile, string][]) {
    const written = file(WHOLE_FILES[kind], text);
    entries[kind] = { bytes: written.bytes.length, sha256: hashes.get(written.name)! };
    yield written;
  }
  const packs: Partial<Record<PackKind, PackCounts>> = {};
  for (const [kind, items] of Object.entries(packedItems(source)) as [PackKind, Items][]) {
    const counts = divide(items, FULL[kind]);
    packs[kind] = counts;
    const map = new PackMap(counts);
    for (const pack of counts.keys())
      yield file(packFile(kind, pack), items.join(map.itemsOf(pack)));
  }
  yield {
    name: HASHES,
    bytes: encodeUtf8(Array.from(hashes, ([name, hash]) => `${hash}  ${name}\n`).join("")),
  };
  const manifest: Manifest = {
    staticVersion: STATIC_VERSION,
    corpus: source.sha256,
    meta: source.meta,
    folder,
    files: entries as Manifest["files"],
    packs: packs as Manifest["packs"],
  };
  yield { name: MANIFEST, bytes: encodeUtf8(`${JSON.stringify(manifest)}\n`) };
}

function wholeTexts({ docs, words }: StaticSource): Record<WholeFile, string> {
  const titles = docs.map(({ id, slug, title, section }): TitleRow => [id, slug, title, section]);
  return { titles: JSON.stringify(titles), units: words.units, terms: words.terms };
}

/** Items that are divided into packs. */
interface Items {
  readonly count: number;
  /** Returns the size of an item, in characters. */
  readonly sizeOf: (item: number) => number;
  /** Returns the content of a pack. */
  readonly join: (items: { readonly from: number; readonly to: number }) => string | Uint8Array;
}

function packedItems({ docs, words }: StaticSource): Record<PackKind, Items> {
  const { postings, vocabulary, units } = openPlaceIndex(words);
  let textOf = (_heading: number): string => "";
  const texts = Array.from({ length: units.unitCount }, (_, unit) => {
    const { doc, heading } = placeOf(unit, units);
    if (units.depths[unit] !== PAGE) return textOf(heading);
    textOf = placeReader(docs[doc]!);
    // The text of a page itself is its description, which no query reads.
    return "";
  });
  return {
    postings: {
      count: vocabulary.termCount,
      sizeOf: (term) => postings(term).end - postings(term).start,
      join: ({ from, to }) => {
        const { bytes, start } = postings(from);
        return bytes.subarray(start, postings(to - 1).end + 1);
      },
    },
    headings: jsonItems(docs.map(({ headings }) => headings)),
    texts: jsonItems(texts),
  };
}

function jsonItems(values: readonly unknown[]): Items {
  const texts = values.map((value) => JSON.stringify(value));
  return {
    count: values.length,
    sizeOf: (item) => texts[item]!.length,
    join: ({ from, to }) => `[${texts.slice(from, to).join(",")}]`,
  };
}

function divide({ count, sizeOf }: Items, least: number): PackCounts {
  let total = 0;
  for (let item = 0; item < count; item++) total += sizeOf(item);
  return dividePacks(count, { full: Math.max(least, Math.ceil(total / MAX_PACKS)), sizeOf });
}
