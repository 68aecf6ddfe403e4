import { existsSync } from "node:fs";
import { StoreError } from "../store/errors.ts";
import { openStore } from "../store/store.ts";
import type { MasterKeys } from "./master-key.ts";
import { rewrapRootKey } from "./vault.ts";

/**
 * Puts a store under a new master key, in one step. A store that is under it already stays as it
 * is, so an interrupted run can be repeated.
 *
 * @param loadKeys is called while no other process writes to the store, so that of two runs at the
 *   same time the second finds what the first left
 * @throws {StoreError} if there is no store, or the old key is missing
 * @throws {WrongMasterKeyError} if neither key opens the store
 */
export async function rekey(file: string, loadKeys: () => MasterKeys): Promise<void> {
  if (!existsSync(file)) throw new StoreError(`There is no store at "${file}"`);
  const store = await openStore({ file });
  try {
    await store.transaction(async (tx) => {
      const wrapped = await tx.installation.rootKey();
      if (wrapped === undefined) throw new StoreError(`The store "${file}" has no secrets yet`);
      const { current, previous } = loadKeys();
      const keys = { from: previous ?? current, to: current };
      await tx.installation.setRootKey(await rewrapRootKey({ ...keys, wrapped }));
    });
  } finally {
    await store.close();
  }
}
