import { createPrivateKey, sign } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import type { Queries } from "../../store/queries.ts";
import type { NoticeKey } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { type Clock, timestamp } from "../clock.ts";
import { openNoticeKey, sealNoticeKey } from "../secrets/sealed-fields.ts";
import type { Vault } from "../secrets/vault.ts";

const ALGORITHM = "Ed25519";

/** A key that signs notices. */
export interface NoticeSigner {
  readonly kid: string;
  /** Returns the signature, 64 bytes. */
  sign(content: string): Uint8Array;
}

/** Returns the keys that sign notices now, newest first. */
export type NoticeSigners = () => Promise<readonly NoticeSigner[]>;

/** Follows the set of keys through the store's revision, so a rotation needs no restart. */
export function createNoticeSigners({
  store,
  vault,
}: {
  readonly store: Store;
  readonly vault: Vault;
}): NoticeSigners {
  let revision = -1;
  let kids = "";
  let signers: readonly NoticeSigner[] = [];
  return async () => {
    const latest = await store.read.installation.revision();
    if (latest === revision) return signers;
    const rows = (await store.read.noticeKeys.list({}, "createdAt")).reverse();
    const names = rows.map(({ kid }) => kid).join();
    // Most changes of the store are not about these keys.
    if (names !== kids) signers = await Promise.all(rows.map((row) => openSigner(vault, row)));
    kids = names;
    revision = latest;
    return signers;
  };
}

/** Keeps the opened key: Web Crypto would read it again for each signature, on another thread. */
async function openSigner(vault: Vault, row: NoticeKey): Promise<NoticeSigner> {
  const jwk = JSON.parse(await openNoticeKey(vault, row));
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  return { kid: row.kid, sign: (content) => sign(null, Buffer.from(content), key) };
}

export interface NewNoticeKey {
  readonly kid: string;
  /** Stores the key, which then signs too. */
  save(tx: Queries): Promise<void>;
}

/** Creates a key. Earlier ones sign too until they are removed, so partners can change over. */
export async function prepareNoticeKey(vault: Vault, clock: Clock): Promise<NewNoticeKey> {
  const keys = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(keys.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateJwk = JSON.stringify(await exportJWK(keys.privateKey));
  const privateKey = await sealNoticeKey(vault, { kid, privateKey: privateJwk });
  return {
    kid,
    async save(tx) {
      const publicKey = JSON.stringify(publicJwk);
      await tx.noticeKeys.insert({ kid, publicKey, privateKey, createdAt: timestamp(clock) });
      await tx.installation.bumpRevision();
    },
  };
}

/** Returns the public part of a key as a JWK; `whpk` is the same in the form of Standard Webhooks. */
export function publishedKey({ kid, publicKey }: NoticeKey): object {
  const jwk = JSON.parse(publicKey) as JWK;
  const bytes = Buffer.from(jwk.x!, "base64url");
  return { ...jwk, kid, use: "sig", alg: "EdDSA", whpk: `whpk_${bytes.toString("base64")}` };
}
