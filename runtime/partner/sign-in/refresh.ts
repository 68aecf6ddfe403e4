import type { Queries } from "../../store/queries.ts";
import type { RefreshToken } from "../../store/rows.ts";
import type { RefusalReason } from "../api/refusals.ts";
import type { Call } from "../calls/call.ts";
import { timestamp } from "../clock.ts";
import type { Platform } from "../platform.ts";
import { isBlocked } from "./registration.ts";
import { signTokens, type TokensResult } from "./tokens.ts";

export interface RefreshRequest {
  /** The Origin of the request, which the gate let through. */
  readonly origin: string;
  readonly refreshToken: string;
  readonly call?: Call;
}

export type RefreshResult = TokensResult | { readonly kind: "refused" };

/**
 * Exchanges a refresh token for new tokens, once (ATTACK-G101).
 *
 * A token that is used a second time was copied, so all tokens of its sign-in end with it (RFC 9700
 * §4.14.2). This holds for two simultaneous requests too: one succeeds, but the tokens it gets
 * cannot be refreshed. A token sent to another tenant's Origin, or while the contract blocks its
 * consumer, is refused without being used up.
 */
export async function refresh(platform: Platform, request: RefreshRequest): Promise<RefreshResult> {
  const result = await tryRefresh(platform, request);
  if (typeof result !== "string") return result;
  platform.onRefusal("refresh", result, request.call);
  return { kind: "refused" };
}

type Reason = RefusalReason<"refresh">;

async function tryRefresh(
  platform: Platform,
  { origin, refreshToken }: RefreshRequest,
): Promise<TokensResult | Reason> {
  const { store, vault } = platform;
  const tokenHash = vault.hash("refresh-token", refreshToken);
  const presented = await store.read.refreshTokens.find({ tokenHash });
  const consumer = presented && (await store.read.consumers.find({ id: presented.consumerId }));
  if (!consumer) return "unknown-token";
  // The tokens are signed before the exchange, so that the exchange is one transaction.
  const { familyId } = presented;
  const signed = await signTokens(platform, { origin, consumer, familyId });
  if (!signed) return "other-tenant";
  const at = timestamp(platform);
  const fault = await store.transaction((tx) =>
    exchange(tx, { tokenHash, successor: signed.row, at }),
  );
  return fault ?? signed.result;
}

interface Exchange {
  readonly tokenHash: string;
  readonly successor: RefreshToken;
  readonly at: string;
}

/** Uses up a token and stores its successor, or ends the family if it was used before. */
async function exchange(
  tx: Queries,
  { tokenHash, successor, at }: Exchange,
): Promise<Reason | null> {
  const token = await tx.refreshTokens.find({ tokenHash });
  if (!token) return "unknown-token";
  if (token.expiresAt <= at) return "expired";
  if (token.usedAt === null && !(await maySignIn(tx, token))) return "blocked";
  // Of several simultaneous uses, this statement lets one win.
  const used = await tx.refreshTokens.update({ tokenHash, usedAt: null }, { usedAt: at });
  if (used === 1) {
    await tx.refreshTokens.insert(successor);
    return null;
  }
  await tx.refreshTokens.remove({ familyId: token.familyId });
  return "reused";
}

async function maySignIn(tx: Queries, { consumerId }: RefreshToken): Promise<boolean> {
  const consumer = await tx.consumers.find({ id: consumerId });
  const contract = consumer && (await tx.contracts.find({ id: consumer.contractId }));
  return contract !== undefined && !isBlocked(contract, consumer!);
}
