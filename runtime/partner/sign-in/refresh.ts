import type { Queries } from "../../store/queries.ts";
import type { RefreshToken } from "../../store/rows.ts";
import { type Platform, timestamp } from "../platform.ts";
import { isBlocked } from "./registration.ts";
import { signTokens, type TokensResult } from "./tokens.ts";

export interface RefreshRequest {
  /** The request's, which the gate let through. */
  readonly origin: string;
  readonly refreshToken: string;
}

export type RefreshResult = TokensResult | { readonly kind: "refused" };

const REFUSED = { kind: "refused" } as const;

/**
 * Exchanges a refresh token for new tokens, once (G101).
 *
 * A token that comes a second time was copied, so all tokens of its sign-in end with it (RFC 9700
 * §4.14.2). That holds for two requests at the same time too: one is answered, and what it got
 * cannot be refreshed. A token that comes to another tenant's Origin, or while the contract blocks
 * its consumer, is refused and not used up.
 */
export async function refresh(
  platform: Platform,
  { origin, refreshToken }: RefreshRequest,
): Promise<RefreshResult> {
  const { store, vault } = platform;
  const tokenHash = vault.hash("refresh-token", refreshToken);
  const presented = await store.read.refreshTokens.find({ tokenHash });
  const consumer = presented && (await store.read.consumers.find({ id: presented.consumerId }));
  if (!consumer) return REFUSED;
  // Signed before the exchange, so that the exchange is one transaction.
  const { familyId } = presented;
  const signed = await signTokens(platform, { origin, consumer, familyId });
  if (!signed) return REFUSED;
  const at = timestamp(platform);
  const isExchanged = await store.transaction((tx) =>
    exchange(tx, { tokenHash, successor: signed.row, at }),
  );
  return isExchanged ? signed.result : REFUSED;
}

interface Exchange {
  readonly tokenHash: string;
  readonly successor: RefreshToken;
  readonly at: string;
}

/** Uses a token up and stores its successor, or ends the family if it was used before. */
async function exchange(tx: Queries, { tokenHash, successor, at }: Exchange): Promise<boolean> {
  const token = await tx.refreshTokens.find({ tokenHash });
  if (!token || token.expiresAt <= at) return false;
  if (token.usedAt === null && !(await maySignIn(tx, token))) return false;
  // Of several who use it at the same time, this statement lets one win.
  const used = await tx.refreshTokens.update({ tokenHash, usedAt: null }, { usedAt: at });
  if (used === 1) await tx.refreshTokens.insert(successor);
  else await tx.refreshTokens.remove({ familyId: token.familyId });
  return used === 1;
}

async function maySignIn(tx: Queries, { consumerId }: RefreshToken): Promise<boolean> {
  const consumer = await tx.consumers.find({ id: consumerId });
  const contract = consumer && (await tx.contracts.find({ id: consumer.contractId }));
  return contract !== undefined && !isBlocked(contract, consumer!);
}
