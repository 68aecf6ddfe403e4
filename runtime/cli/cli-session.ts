import { availableParallelism } from "node:os";
import { v7 as newId } from "uuid";
import { DocgateError } from "../../corpus/error.ts";
import { prepareNoticeKey } from "../partner/notices/notice-keys.ts";
import { openPlatform, type PlatformOptions, storePlace } from "../partner/open.ts";
import type { Platform } from "../partner/platform.ts";
import { type FormerKey, rekey } from "../partner/secrets/rekey.ts";
import { prepareSigningKey } from "../partner/tokens/token-ring.ts";
import { ownAddresses } from "../serve/own-addresses.ts";
import type { Settings } from "../serve/settings.ts";

/** Returns the options with which an operator's commands open the platform. */
export function platformOptions(
  settings: Settings,
  { now, onError }: Pick<PlatformOptions, "now" | "onError">,
): PlatformOptions {
  return {
    ...settings,
    publicUrl: settings.publicUrl ?? "",
    cores: availableParallelism(),
    ownAddresses,
    now,
    elapsed: () => performance.now(),
    newId,
    onError,
  };
}

/** Runs work on the platform and closes it. Works while docgate serves the same store. */
export async function withPlatform<Result>(
  options: PlatformOptions,
  work: (platform: Platform) => Promise<Result>,
): Promise<Result> {
  const opened = await openPlatform(options);
  try {
    return await work(opened.platform);
  } finally {
    await opened.close({ graceMs: 0 });
  }
}

/** Returns a row for each key that signs application tokens, newest first. */
async function listSigningKeys({ store }: Platform): Promise<readonly string[]> {
  const keys = await store.read.signingKeys.list({}, "createdAt");
  return keys.reverse().map(({ kid, createdAt }) => `${kid}\t${createdAt}`);
}

/** Creates the key that signs from now on. @returns its id */
async function rotateSigningKey(platform: Platform): Promise<string> {
  const key = await prepareSigningKey(platform.vault, platform);
  await platform.store.transaction((tx) => key.save(tx));
  return key.kid;
}

/**
 * Removes a key, which invalidates every token that it signed.
 *
 * @throws {DocgateError} `setting` if the key does not exist, or is the one in use
 */
async function removeSigningKey({ store }: Platform, kid: string): Promise<void> {
  await store.transaction(async (tx) => {
    const keys = await tx.signingKeys.list({}, "createdAt");
    if (!keys.some((key) => key.kid === kid)) {
      throw new DocgateError("setting", `There is no signing key "${kid}".`);
    }
    if (keys.at(-1)!.kid === kid) {
      throw new DocgateError(
        "setting",
        `The key "${kid}" signs now: run "docgate admin rotate-signing-key" first.`,
      );
    }
    await tx.signingKeys.remove({ kid });
    await tx.installation.bumpRevision();
  });
}

/** Returns a row for each key that signs notices, newest first. */
async function listNoticeKeys({ store }: Platform): Promise<readonly string[]> {
  const keys = await store.read.noticeKeys.list({}, "createdAt");
  return keys.reverse().map(({ kid, createdAt }) => `${kid}\t${createdAt}`);
}

/** Creates a key that signs notices, next to the earlier ones. @returns its id */
async function addNoticeKey(platform: Platform): Promise<string> {
  const key = await prepareNoticeKey(platform.vault, platform);
  await platform.store.transaction((tx) => key.save(tx));
  return key.kid;
}

/**
 * Removes a key: it signs no more notices.
 *
 * @throws {DocgateError} `setting` if the key does not exist, or is the only one
 */
async function removeNoticeKey({ store }: Platform, kid: string): Promise<void> {
  await store.transaction(async (tx) => {
    const keys = await tx.noticeKeys.list({});
    if (!keys.some((key) => key.kid === kid)) {
      throw new DocgateError("setting", `There is no notice key "${kid}".`);
    }
    if (keys.length === 1) {
      throw new DocgateError(
        "setting",
        `The key "${kid}" is the only one: run "docgate admin rotate-notice-key" first.`,
      );
    }
    await tx.noticeKeys.remove({ kid });
    await tx.installation.bumpRevision();
  });
}

/** The keys that sign application tokens. */
export const signingKeys = {
  list: listSigningKeys,
  rotate: rotateSigningKey,
  remove: removeSigningKey,
};

/** The keys that sign notices. */
export const noticeKeys = { list: listNoticeKeys, rotate: addNoticeKey, remove: removeNoticeKey };

/**
 * Re-encrypts the store's secrets under a new master key. If interrupted, it can be run again.
 *
 * @returns sentences about the result, and for how long to keep the former key
 * @throws {DocgateError} `store` if there is no store
 * @throws {DocgateError} `wrong-master-key` if neither key opens it
 */
export async function changeMasterKey(settings: Settings): Promise<string> {
  const former = await rekey(storePlace(settings), settings);
  return former === null ? "The store is under this master key already." : describe(former);
}

function describe({ id, file }: FormerKey): string {
  const place =
    file === null ? `the former one, with the id "${id}",` : `the former one, "${file}",`;
  return (
    "The store is under the new master key; the former one no longer opens it. " +
    `Keep ${place} as long as you keep backups from before now; remove it then.`
  );
}

export { administratorTable } from "../admin/accounts/administrator-table.ts";
export {
  changePermissions,
  createAdministrator,
  createAdminToken,
  listAdministrators,
  listAdminTokens,
  removeAdministrator,
  revokeAdminToken,
  setPassword,
} from "../admin/accounts/administrators.ts";
export { createPartner } from "../admin/accounts/create-partner.ts";
export {
  freeDomain,
  listDomains,
  reserveDomain,
} from "../admin/sign-in/provider/operator-domains.ts";
export { changePolicy, resetFactors } from "../admin/sign-in/recovery.ts";
export { envFile } from "../partner/chain/env-file.ts";
export { withColons } from "../partner/tokens/fingerprint.ts";
