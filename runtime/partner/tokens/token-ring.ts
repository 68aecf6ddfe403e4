import type { Queries } from "../../store/queries.ts";
import type { Store } from "../../store/store.ts";
import { type Clock, timestamp } from "../clock.ts";
import type { AskMoment } from "../keys/store-moment.ts";
import { openSigningKey, sealSigningKey } from "../secrets/sealed-fields.ts";
import type { Vault } from "../secrets/vault.ts";
import {
  type ApplicationToken,
  createSigningKey,
  createTokenService,
  type TokenService,
} from "./application-tokens.ts";

/** The issuer of application tokens. Not an address: tokens survive a move (ATTACK-C30). */
const ISSUER = "docgate";

/** Mints and verifies application tokens with the signing keys that the store has now. */
export interface TokenRing {
  mint(token: ApplicationToken, ask?: AskMoment): Promise<string>;
  /** @returns null for everything that none of the keys signed */
  verify(token: string, ask?: AskMoment): Promise<ApplicationToken | null>;
}

export interface TokenRingOptions extends Clock {
  readonly store: Store;
  readonly vault: Vault;
  /** Returns a new identifier; identifiers sort by time. */
  readonly newId: () => string;
}

/** Follows the set of signing keys through the store's revision, so a rotation needs no restart. */
export function createTokenRing({ store, vault, now, newId }: TokenRingOptions): TokenRing {
  let revision = -1;
  let kids = "";
  let service: TokenService | undefined;

  async function current(ask: AskMoment = store.read.installation.moment): Promise<TokenService> {
    const { revision: latest } = await ask();
    if (service && latest === revision) return service;
    const rows = (await store.read.signingKeys.list({}, "createdAt")).reverse();
    const names = rows.map(({ kid }) => kid).join();
    if (!service || names !== kids) {
      const keys = await Promise.all(
        rows.map(async (row) => ({
          kid: row.kid,
          alg: "EdDSA" as const,
          publicJwk: row.publicKey,
          privateJwk: await openSigningKey(vault, row),
        })),
      );
      service = await createTokenService({ keys, issuer: ISSUER, now, newId });
      kids = names;
    }
    revision = latest;
    return service;
  }

  return {
    mint: async (token, ask) => (await current(ask)).mint(token),
    verify: async (token, ask) => (await current(ask)).verify(token),
  };
}

export interface NewSigningKey {
  readonly kid: string;
  /** Stores the key, which then signs new tokens. */
  save(tx: Queries): Promise<void>;
}

/** Creates a signing key; earlier ones keep verifying until they are removed (ATTACK-C34). */
export async function prepareSigningKey(vault: Vault, clock: Clock): Promise<NewSigningKey> {
  const { kid, publicJwk, privateJwk } = await createSigningKey();
  const privateKey = await sealSigningKey(vault, { kid, privateKey: privateJwk });
  return {
    kid,
    async save(tx) {
      const newest = (await tx.signingKeys.list({}, "createdAt")).at(-1);
      const createdAt = laterOf(timestamp(clock), newest?.createdAt);
      await tx.signingKeys.insert({ kid, publicKey: publicJwk, privateKey, createdAt });
      await tx.installation.bumpRevision();
    },
  };
}

/** Returns a time after the newest key's even if the clock was set back: the newest key signs. */
function laterOf(now: string, newest: string | undefined): string {
  if (newest === undefined || now > newest) return now;
  return new Date(Date.parse(newest) + 1).toISOString();
}
