import { DocgateError } from "../../../corpus/error.ts";
import { expectStore, openStore, type StorePlace } from "../../store/store.ts";
import {
  forgetPreviousKey,
  keptFile,
  loadMasterKeys,
  type MasterKeyOptions,
  replaceKeyFile,
  unlock,
} from "./master-key.ts";
import { masterKeyId, rewrapRootKey } from "./vault.ts";

/** The key that opened the store before a change of the master key. */
export interface FormerKey {
  readonly id: string;
  /** The file that keeps it; null if keys are given. */
  readonly file: string | null;
}

/**
 * Seals a store under a new master key, in one step: the given one, else a new one that replaces
 * the one in the key file. If interrupted, the store opens as before, and the step can be repeated.
 *
 * @returns the former key, which earlier backups need; null if the store was under the given one
 * @throws {DocgateError} `store` if there is no store
 * @throws {DocgateError} `wrong-master-key` if neither the current nor the previous key opens it
 */
export async function rekey(
  place: StorePlace,
  options: MasterKeyOptions,
): Promise<FormerKey | null> {
  await expectStore(place);
  const store = await openStore(place);
  const { from, to } = await store
    .exclusive(async (tx) => {
      const wrapped = await tx.installation.rootKey();
      if (wrapped === undefined) {
        throw new DocgateError("store", `The store "${store.place}" has no secrets yet.`);
      }
      const keys = await chooseKeys(options, wrapped);
      await tx.installation.setRootKey(await rewrapRootKey({ ...keys, wrapped }));
      return keys;
    })
    .finally(store.close);
  const [id, newId] = [masterKeyId(from), masterKeyId(to)];
  if (options.masterKey !== undefined) return id === newId ? null : { id, file: null };
  forgetPreviousKey(options.data);
  return { id, file: keptFile(options.data, id) };
}

interface Replacement {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

async function chooseKeys(options: MasterKeyOptions, wrapped: string): Promise<Replacement> {
  const keys = loadMasterKeys(options);
  const { master } = await unlock(keys, wrapped);
  const isGiven = options.masterKey !== undefined;
  return { from: master, to: isGiven ? keys.current : await replaceKeyFile(options.data, master) };
}
