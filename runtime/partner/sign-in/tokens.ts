import type { Consumer, RefreshToken } from "../../store/rows.ts";
import { DAY_MS, timestamp } from "../clock.ts";
import type { Platform } from "../platform.ts";
import { openPrivateKey } from "../secrets/sealed-fields.ts";
import { issueConsumerTokens } from "../tokens/consumer-tokens.ts";
import { thumbprint } from "../tokens/x509.ts";

/** A network stays known for this long after a consumer or administrator signed in from it. */
export const KNOWN_NETWORK_MS = 30 * DAY_MS;

/** The answer to a consumer who has signed in. */
export interface TokensResult {
  readonly kind: "tokens";
  readonly accessToken: string;
  readonly refreshToken: string;
}

interface SignedTokens {
  readonly result: TokensResult;
  /** Must be stored for the refresh token to work. */
  readonly row: RefreshToken;
}

interface SignOptions {
  readonly origin: string;
  readonly consumer: Consumer;
  /** The family of the refresh token. */
  readonly familyId: string;
}

/**
 * Signs a consumer's tokens with the key of the certificate that is bound now (ATTACK-G102).
 *
 * @returns undefined if the Origin does not, or no longer, belong to the consumer's tenant
 */
export async function signTokens(
  platform: Platform,
  { origin, consumer, familyId }: SignOptions,
): Promise<SignedTokens | undefined> {
  const { served, store, vault, publicUrl, now, newId } = platform;
  const tenant = await served.byOrigin(origin);
  if (!tenant?.certificateId || tenant.contractId !== consumer.contractId) return undefined;
  const contract = await store.read.contracts.find({ id: consumer.contractId });
  const certificate = await store.read.certificates.find({ id: tenant.certificateId });
  if (!contract || !certificate) return undefined;
  const { accessToken, refreshToken, refreshExpiresAt } = await issueConsumerTokens({
    privateKeyPem: await openPrivateKey(vault, certificate),
    thumbprint: thumbprint(certificate.publicCertificate),
    issuer: publicUrl,
    consumerId: consumer.id,
    contractKey: contract.key,
    now,
    newId,
  });
  const row: RefreshToken = {
    tokenHash: vault.hash("refresh-token", refreshToken),
    familyId,
    consumerId: consumer.id,
    expiresAt: refreshExpiresAt,
    usedAt: null,
  };
  return { result: { kind: "tokens", accessToken, refreshToken }, row };
}

interface CompleteOptions {
  readonly origin: string;
  readonly consumer: Consumer;
  /** Keyed hash of the network that the consumer signs in from. */
  readonly networkHash: string;
}

/**
 * Issues the first tokens of a new family to a consumer who has proved everything.
 *
 * @param options.consumer the consumer as it was when everything was proved
 * @returns undefined if the consumer has changed since, or the consumer or the binding is gone
 */
export async function completeSignIn(
  platform: Platform,
  { origin, consumer, networkHash }: CompleteOptions,
): Promise<TokensResult | undefined> {
  const signed = await signTokens(platform, { origin, consumer, familyId: platform.newId() });
  if (!signed) return undefined;
  const { id, passwordHash, emailFolded, contractId } = consumer;
  const expiresAt = timestamp(platform, KNOWN_NETWORK_MS);
  return platform.store.transaction(async (tx) => {
    // A change during signing ends every sign-in based on the old value, including this one.
    const proved = { id, passwordHash, emailFolded, contractId };
    const found = await tx.consumers.update(proved, { lastSignInAt: timestamp(platform) });
    if (found === 0) return undefined;
    await tx.refreshTokens.insert(signed.row);
    const columns = ["consumerId", "networkHash"] as const;
    await tx.knownNetworks.put({ consumerId: id, networkHash, expiresAt }, columns);
    return signed.result;
  });
}
