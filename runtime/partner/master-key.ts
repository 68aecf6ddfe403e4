import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMasterKey, parseMasterKey } from "./vault.ts";

/** Where the master key comes from. */
export interface MasterKeyOptions {
  /** The data folder; its key file is used if no key is given. */
  readonly data: string;
  readonly masterKey?: string | undefined;
  /** The key before, while the store may still be sealed under it. */
  readonly previousMasterKey?: string | undefined;
}

/** The key to seal under, and the ones that may have to open. */
export interface MasterKeys {
  readonly current: Uint8Array;
  readonly previous: Uint8Array | undefined;
}

/**
 * Finds the master key: the given one, else the one in the data folder's file, which is made with
 * mode 0600 where there is none.
 *
 * @throws {InvalidMasterKeyError}
 */
export function loadMasterKeys(options: MasterKeyOptions): MasterKeys {
  const { data, masterKey, previousMasterKey } = options;
  if (masterKey !== undefined) return parseKeys(masterKey, previousMasterKey);
  const { current, previous } = keyFiles(data);
  if (!existsSync(current)) writeKey(current, createMasterKey());
  return parseKeys(read(current), existsSync(previous) ? read(previous) : undefined);
}

/**
 * Puts a new master key in the place of the key file's, and keeps the old one beside it until
 * {@link forgetPreviousKey}. Run again after an interruption, it goes on with the key it made.
 */
export function replaceKeyFile(data: string): void {
  const { current, previous } = keyFiles(data);
  if (!existsSync(current) || existsSync(previous)) return;
  writeKey(previous, read(current));
  writeKey(current, createMasterKey());
}

/** Removes the old key once the store is sealed under the new one. */
export function forgetPreviousKey(data: string): void {
  rmSync(keyFiles(data).previous, { force: true });
}

function keyFiles(data: string): { current: string; previous: string } {
  return { current: join(data, "master.key"), previous: join(data, "master.key.previous") };
}

function parseKeys(current: string, previous: string | undefined): MasterKeys {
  return {
    current: parseMasterKey(current),
    previous: previous === undefined ? undefined : parseMasterKey(previous),
  };
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

/** Written whole, then renamed: a key that is half written would lose everything. */
function writeKey(file: string, key: string): void {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  const half = `${file}.half`;
  writeFileSync(half, `${key.trim()}\n`, { mode: 0o600, flush: true });
  renameSync(half, file);
}
