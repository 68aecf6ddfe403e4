import { createHash } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { hasCode } from "../../corpus/error.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import { temporaryFor } from "../../corpus/write/temporary.ts";
import { stampOf } from "../read/file-stamp.ts";
import { corrupt } from "./cache-pack.ts";
import { codeFingerprint } from "./code-fingerprint.ts";

export interface CacheFolderOptions {
  /** The folder that all caches share. */
  readonly shared: string;
  /** The beginning of the names of folders of this kind. */
  readonly kind: string;
  /** The file that each run replaces in its folder: the folders that were used last are kept. */
  readonly marker: string;
  /** True to trust the folder's content wherever it was made. */
  readonly isTrusted: boolean;
  /** The facts that the content depends on, besides the generator's code and its libraries. */
  readonly facts: readonly unknown[];
}

/** Maximum number of folders kept of a kind, each for one tree under one version of what reads it. */
const MAX_FOLDERS = 8;

/** Hides the folder from git. */
const IGNORE = ".gitignore";
/** A SHA-256. */
const HASH = /^[0-9a-f]{64}$/;

/**
 * A folder for one version of everything that its content depends on.
 *
 * Unless it is trusted, its name also depends on the stamp of the shared folder's `.gitignore`, which
 * nobody can predict. So entries that were committed, copied or unpacked are never found: they could
 * contain anything.
 */
export class CacheFolder {
  readonly #options: CacheFolderOptions;

  constructor(options: CacheFolderOptions) {
    this.#options = options;
  }

  /** Returns its path; null while the shared folder is not prepared. */
  find(): string | null {
    const { shared, kind, isTrusted, facts } = this.#options;
    const origin = isTrusted ? "anywhere" : stampOf(join(shared, IGNORE))?.stamp;
    if (origin === undefined) return null;
    const name = sha256(JSON.stringify([codeFingerprint(), ...facts, origin]));
    return join(shared, kind + name);
  }

  /** Creates it, and returns its path. */
  make(): string {
    prepareFolder(this.#options.shared);
    const folder = this.find()!;
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /**
   * Removes the folders of its kind that were not used for the longest time. One with another name or
   * without the marker does not belong to the cache.
   */
  removeUnused(): void {
    const { shared, kind, marker } = this.#options;
    const used = readdirSync(shared)
      .filter((name) => name.startsWith(kind) && HASH.test(name.slice(kind.length)))
      .map((name) => join(shared, name))
      .map((folder) => ({ folder, usedMs: attempt(() => lastChange(join(folder, marker)), 0) }))
      .filter(({ usedMs }) => usedMs > 0)
      .sort((left, right) => right.usedMs - left.usedMs);
    for (const { folder } of used.slice(MAX_FOLDERS)) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function lastChange(file: string): number {
  return statSync(file).mtimeMs;
}

/** @throws {DocgateError} `cache-corrupt` if the file is not intact */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows its type
export function readJson(file: string): any {
  const [hash, text = ""] = readFileSync(file, "utf8").split("\n", 2);
  if (hash !== sha256(text)) throw corrupt(file);
  return JSON.parse(text);
}

export function writeJson(file: string, value: unknown): void {
  const text = JSON.stringify(value);
  replace(file, (temporary) => writeFileSync(temporary, `${sha256(text)}\n${text}`));
}

/**
 * Replaces a file: a reader sees the old one or the new one, never a part. Unlike `replaceFile` it
 * does not wait for the disk: each file holds its hash, so one that a power failure cut short
 * counts as missing.
 */
export function replace(file: string, write: (temporary: string) => void): void {
  const temporary = temporaryFor(file);
  try {
    write(temporary);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Creates the folder, hidden from git. */
export function prepareFolder(folder: string): void {
  if (stampOf(join(folder, IGNORE)) !== null) return;
  mkdirSync(folder, { recursive: true });
  // Another process may have been first.
  attempt(() => writeFileSync(join(folder, IGNORE), "*\n", { flag: "wx" }), undefined);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Treats a file that is corrupt, or cannot be read or written, as if it did not exist. */
export function attempt<Value>(run: () => Value, otherwise: Value): Value {
  try {
    return run();
  } catch (error) {
    if (isSystemError(error) || hasCode(error, "cache-corrupt")) return otherwise;
    throw error;
  }
}
