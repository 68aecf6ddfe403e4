import { createHash, randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AnchorStyle } from "./anchors.ts";
import type { ParserName } from "./markdown.ts";
import type { ParsedFile, SourceFile } from "./parse.ts";

/** Keeps parsed files on disk, by content: what was read once need not be parsed again. */
export interface Cache {
  /** @returns the entry, or null if there is none that is intact */
  read(key: string): ParsedFile | null;
  /** A failure to keep an entry is no failure: the next run parses again. */
  write(key: string, file: ParsedFile): void;
}

/** Of a SHA-256 in hexadecimal digits. */
const HASH_LENGTH = 64;

/** What turns text into a parsed file, besides the generator's own code. */
const LIBRARIES = [
  "unified",
  "remark-parse",
  "remark-frontmatter",
  "mdast-util-from-markdown",
  "mdast-util-to-string",
  "micromark",
  "satteri",
  "github-slugger",
  "htmlparser2",
  "minisearch",
  "yaml",
];

interface KeyOptions {
  readonly anchors: AnchorStyle;
  readonly parser: ParserName;
}

/**
 * Names all that a parsed file depends on: its path and bytes, the anchor style, the generator's
 * own code, its libraries and the engine's Unicode tables. Another version never finds an entry of
 * this one. The parser changes nothing, yet who asks for the reference gets no other's entry.
 */
export function cacheKey({ path, bytes }: SourceFile, { anchors, parser }: KeyOptions): string {
  return createHash("sha256")
    .update(JSON.stringify([codeFingerprint(), process.versions.v8, anchors, parser, path]))
    .update(bytes)
    .digest("hex");
}

let fingerprint: string | undefined;

function codeFingerprint(): string {
  fingerprint ??= [
    hashFolder(fileURLToPath(new URL(".", import.meta.url))),
    // How texts are folded before they are cut into terms.
    hashFolder(fileURLToPath(new URL("../corpus/", import.meta.url))),
    ...LIBRARIES.map(versionOf),
  ].join();
  return fingerprint;
}

/** The version of an installed package; one that is not ours to see has none. */
function versionOf(name: string): string {
  try {
    const entry = import.meta.resolve(name);
    const folder = entry.slice(0, entry.lastIndexOf(`/${name}/`) + name.length + 2);
    return JSON.parse(readFileSync(new URL("package.json", folder), "utf8")).version;
  } catch {
    return "";
  }
}

function hashFolder(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[jt]s$/.test(name))
    .sort()) {
    hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex");
}

/**
 * Opens a cache in a folder, which is made when the first entry is written. An entry starts with
 * the SHA-256 of the rest, so one that is half written, truncated or altered counts as missing.
 * Any number of processes may share the folder.
 */
export function openCache(folder: string): Cache {
  function locate(key: string): string {
    return join(folder, key.slice(0, 2), `${key.slice(2)}.json`);
  }

  return {
    // So many small files are read several times faster without waiting for each.
    read(key) {
      try {
        const bytes = readFileSync(locate(key));
        const payload = bytes.subarray(HASH_LENGTH + 1);
        const hash = bytes.toString("latin1", 0, HASH_LENGTH);
        return hash === sha256(payload) ? JSON.parse(payload.toString()) : null;
      } catch {
        return null;
      }
    },
    write(key, file) {
      const payload = JSON.stringify(file);
      const location = locate(key);
      const temporary = `${location}.${randomUUID()}.tmp`;
      try {
        prepareFolder(folder);
        mkdirSync(dirname(location), { recursive: true });
        writeFileSync(temporary, `${sha256(payload)}\n${payload}`);
        renameSync(temporary, location);
      } catch {
        // Nothing is lost: the file is parsed again next time.
      }
    },
  };
}

function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Makes the folder, hidden from git. */
function prepareFolder(folder: string): void {
  if (existsSync(join(folder, ".gitignore"))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".gitignore"), "*\n");
}
