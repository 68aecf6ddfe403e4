import { existsSync } from "node:fs";
import { StoreError } from "../store/errors.ts";
import { openStore } from "../store/store.ts";
import type { MasterKeys } from "./master-key.ts";
import { rewrapRootKey } from "./vault.ts";

/**
 * Puts a store under a new master key, in one step. A store that is under it already stays as it
 * is, so an interrupted run can be repeated.
 *
 * @throws {StoreError} if there is no store, or the old key is missing
 * @throws {WrongMasterKeyError} if neither key opens the store
 */
export async function rekey(file: string, { current, previous }: MasterKeys): Promise<void> {
  if (!existsSync(file)) throw new StoreError(`There is no store at "${file}"`);
  const store = await openStore({ file });
  try {
    const wrapped = await store.read.installation.rootKey();
    if (wrapped === undefined) throw new StoreError(`The store "${file}" has no secrets yet`);
    const rewrapped = await rewrapRootKey({ from: previous ?? current, to: current, wrapped });
    await store.transaction((tx) => tx.installation.setRootKey(rewrapped));
  } finally {
    await store.close();
  }
}
