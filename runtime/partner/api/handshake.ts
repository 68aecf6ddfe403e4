import type { Queries } from "../../store/queries.ts";
import type { CertificateCode, ServedKey } from "../../store/rows.ts";
import type { Call } from "../calls/call.ts";
import { runChange } from "../change.ts";
import { timestamp } from "../clock.ts";
import { keyFault } from "../keys/key-state.ts";
import type { Platform } from "../platform.ts";
import { createCode } from "../secrets/secrets.ts";
import type { Principal } from "./access.ts";
import type { RefusalReason } from "./refusals.ts";

/** How long a certificate code can be claimed (PIA §8). */
export const CODE_TTL_SECONDS = 120;

const CODE_TTL_MS = CODE_TTL_SECONDS * 1000;

export interface Issue {
  /** In the query. */
  readonly clientId: string | null;
  readonly call?: Call;
}

/**
 * Issues a certificate code, which replaces the key's previous one (PIA §3).
 *
 * @returns null if the client is not bound to the key
 */
export async function issueCode(
  platform: Platform,
  caller: ServedKey,
  { clientId, call }: Issue,
): Promise<string | null> {
  const { apiKeyId, clientPublicId, clientId: boundClient } = caller;
  if (clientPublicId === null || clientPublicId !== clientId) {
    platform.onRefusal("issue", "other-client", call);
    return null;
  }
  const code = createCode();
  const row: CertificateCode = {
    apiKeyId,
    codeHash: platform.vault.hash("code", code),
    clientId: boundClient,
    expiresAt: timestamp(platform, CODE_TTL_MS),
  };
  const isIssued = await platform.store.transaction(async (tx) => {
    // A key deleted in the meantime gets no code.
    if (!(await tx.apiKeys.find({ id: apiKeyId }))) return false;
    await tx.codes.put(row, ["apiKeyId"]);
    return true;
  });
  if (isIssued) return code;
  platform.onRefusal("issue", "key-deleted", call);
  return null;
}

export interface Claim {
  readonly clientId: string | null;
  readonly code: string;
  readonly call?: Call;
}

/**
 * Claims a certificate code: consumes the key's code either way, and has the certificate delivered
 * if everything is correct (PIA §3, CHAIN-C8).
 *
 * @returns true if the certificate is delivered
 */
export async function claimCode(
  platform: Platform,
  { key, mintedFor }: Pick<Principal, "key" | "mintedFor">,
  claim: Claim,
): Promise<boolean> {
  const { organizationId, apiKeyId } = key;
  const actor = { organizationId, name: "partner" };
  const { result: fault } = await runChange(
    platform,
    actor,
    async ({ tx, at, notifyCertificate }) => {
      // One statement both removes the code and returns it, so only one claim wins.
      const [code] = await tx.codes.remove({ apiKeyId });
      const fault =
        faultOf(platform, code, { claim, at }) ??
        (await bindingFault(tx, code!, { clientId: claim.clientId, mintedFor }));
      if (fault) return fault;
      notifyCertificate(apiKeyId, "r_cert");
      return null;
    },
  );
  if (fault) platform.onRefusal("claim", fault, claim.call);
  else platform.lastUse.note(apiKeyId);
  return fault === null;
}

function faultOf(
  { vault }: Platform,
  code: CertificateCode | undefined,
  { claim, at }: { readonly claim: Claim; readonly at: string },
): RefusalReason<"claim"> | null {
  if (!code) return "no-code";
  if (!vault.equals(code.codeHash, vault.hash("code", claim.code))) return "wrong-code";
  // A code is not valid before its issue time either: a clock set back gains no extra time.
  const issuedAt = new Date(Date.parse(code.expiresAt) - CODE_TTL_MS).toISOString();
  return issuedAt <= at && at < code.expiresAt ? null : "expired";
}

interface Claimant extends Pick<Claim, "clientId">, Pick<Principal, "mintedFor"> {}

/** Checks that the key still works, and is bound to the client the code was issued to (PIA §4). */
async function bindingFault(
  tx: Queries,
  code: CertificateCode,
  { clientId, mintedFor }: Claimant,
): Promise<RefusalReason<"claim"> | null> {
  const key = await tx.apiKeys.find({ id: code.apiKeyId });
  if (!key) return "key-not-bound";
  const fault = keyFault(key, await tx.installation.nowMs());
  if (fault) return fault;
  const client = await tx.clients.find({ id: key.clientId! });
  const isSame = key.clientId === code.clientId && client?.clientId === clientId;
  return isSame && (mintedFor ?? clientId) === clientId ? null : "other-client";
}
