import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DocgateError, hasCode } from "../../../corpus/error.ts";
import { explainFileError } from "../../../corpus/file-error.ts";
import { replaceBy } from "../../../corpus/write/replace-file.ts";
import { makeDataFolder } from "../../store/data-folder.ts";
import { parseMasterKey } from "./parse-master-key.ts";
import { sealedUnder } from "./sealed-box.ts";
import { createMasterKey, masterKeyId, openVault, type Vault } from "./vault.ts";

/** The sources of the master key. */
export interface MasterKeyOptions {
  /** The data folder; its key file is used if no key is given. */
  readonly data: string;
  readonly masterKey?: string | undefined;
  /** The former key, while the store may still be sealed under it. */
  readonly previousMasterKey?: string | undefined;
}

/** The key to seal under, and those that may be needed to open. */
export interface MasterKeys {
  readonly current: Uint8Array;
  readonly previous: Uint8Array | undefined;
  /** The data folder, which may have the files of former keys. */
  readonly data: string;
  /** True if the current key is given; false if it is in the key file. */
  readonly isGiven: boolean;
}

/** Checks for a master key: given, or in the data folder's file. */
export function hasMasterKey({ data, masterKey }: MasterKeyOptions): boolean {
  return masterKey !== undefined || existsSync(keyFiles(data).current);
}

/**
 * Loads the master key: the given one, else the one in the data folder's file.
 *
 * @throws {DocgateError} `store` if there is none
 * @throws {DocgateError} `setting`
 */
export function loadMasterKeys(options: MasterKeyOptions): MasterKeys {
  const { data, masterKey, previousMasterKey } = options;
  if (masterKey !== undefined) {
    return { ...parseKeys(masterKey, previousMasterKey), data, isGiven: true };
  }
  const { current, previous } = keyFiles(data);
  if (!existsSync(current)) {
    throw new DocgateError(
      "store",
      `The master key is missing: there is a store, but no key file "${current}". ` +
        "Put the file back, or set DOCGATE_MASTER_KEY to the key.",
    );
  }
  const keys = parseKeys(read(current), existsSync(previous) ? read(previous) : undefined);
  return { ...keys, data, isGiven: false };
}

export interface UnlockedVault {
  readonly vault: Vault;
  /** The key that opened the vault. */
  readonly master: Uint8Array;
}

/**
 * Opens the vault with the current key, or else with the previous one.
 *
 * @throws {DocgateError} `wrong-master-key`, naming the current key and what to do, if neither opens it
 */
export async function unlock(keys: MasterKeys, wrapped: string): Promise<UnlockedVault> {
  const { current, previous } = keys;
  let refusal: unknown;
  for (const master of previous === undefined ? [current] : [current, previous]) {
    try {
      return { vault: await openVault({ master, wrapped }), master };
    } catch (error) {
      if (!hasCode(error, "wrong-master-key")) throw error;
      const message = `${error.message} ${adviceFor(keys, sealedUnder(wrapped)!)}`;
      refusal ??= new DocgateError("wrong-master-key", message, { cause: error });
    }
  }
  throw refusal;
}

/** Says where the key with an id is, as far as the data folder shows. */
function adviceFor({ current, data, isGiven }: MasterKeys, id: string): string {
  const kept = keptFile(data, id);
  if (!existsSync(kept)) {
    return (
      "Use the key from the time of this store: " +
      `"docgate admin rekey" keeps former keys in files such as "${kept}".`
    );
  }
  if (isGiven) return `The file "${kept}" has that key: set DOCGATE_MASTER_KEY to its content.`;
  const file = keyFiles(data).current;
  return (
    `The file "${kept}" has that key: rename "${file}", which later backups need, to ` +
    `"${keptFile(data, masterKeyId(current))}", and copy "${kept}" to "${file}".`
  );
}

/** Creates the data folder's key file with mode 0600, for a store that has no secrets yet. */
export async function makeKeyFile(data: string): Promise<void> {
  await writeKey(keyFiles(data).current, createMasterKey());
}

/**
 * Replaces the master key in the key file, and keeps the one that opens the store: for backups that
 * need it, in a file with its id; and until {@link forgetPreviousKey} in a second file, so that at
 * every moment one of the two opens the store.
 *
 * @returns the new key
 */
export async function replaceKeyFile(data: string, opening: Uint8Array): Promise<Uint8Array> {
  const { current, previous } = keyFiles(data);
  const key = createMasterKey();
  const old = Buffer.from(opening).toString("base64url");
  await writeKey(keptFile(data, masterKeyId(opening)), old);
  await writeKey(previous, old);
  await writeKey(current, key);
  return parseMasterKey(key);
}

/** Removes the second file after the store is sealed under the new key. */
export function forgetPreviousKey(data: string): void {
  rmSync(keyFiles(data).previous, { force: true });
}

/** Returns the file in which a former key is kept. */
export function keptFile(data: string, id: string): string {
  return join(data, `master.key.${id}`);
}

function keyFiles(data: string): { current: string; previous: string } {
  return { current: join(data, "master.key"), previous: join(data, "master.key.previous") };
}

function parseKeys(
  current: string,
  previous: string | undefined,
): Pick<MasterKeys, "current" | "previous"> {
  return {
    current: parseMasterKey(current),
    previous: previous === undefined ? undefined : parseMasterKey(previous),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw explainFileError(error, { use: "read", file });
  }
}

/** Replaces a key file in one step: a half-written key would lose everything. */
async function writeKey(file: string, key: string): Promise<void> {
  try {
    makeDataFolder(dirname(file));
    await replaceBy(file, (handle) => handle.writeFile(`${key.trim()}\n`), { mode: 0o600 });
  } catch (error) {
    throw explainFileError(error, { use: "write", file });
  }
}
