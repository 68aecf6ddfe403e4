import type {
  Certificate,
  IdentityProvider,
  NoticeKey,
  SigningKey,
  TotpSecret,
  Webhook,
} from "../../store/rows.ts";
import type { Vault } from "./vault.ts";

/**
 * The fields that the store holds sealed. Each is sealed for an identity that names its row and
 * field. An identity never changes: a value sealed under the old one could no longer be opened.
 */

const privateKeyOf = ({ id }: Pick<Certificate, "id">) => `certificates/${id}/private-key`;
const secretKeyOf = ({ id }: Pick<Certificate, "id">) => `certificates/${id}/secret-key`;
const totpSecretOf = ({ adminId }: Pick<TotpSecret, "adminId">) => `totp-secrets/${adminId}`;
const providerSecretOf = ({ organizationId }: Pick<IdentityProvider, "organizationId">) =>
  `identity-providers/${organizationId}/client-secret`;
const signingSecretOf = ({ id }: Pick<Webhook, "id">) => `webhooks/${id}/signing-secret`;
const noticeKeyOf = ({ kid }: Pick<NoticeKey, "kid">) => `notice-keys/${kid}`;
const signingKeyOf = ({ kid }: Pick<SigningKey, "kid">) => `signing-keys/${kid}`;

/** Seals a certificate's private key. */
export function sealPrivateKey(
  vault: Vault,
  { id, privateKey }: Pick<Certificate, "id" | "privateKey">,
): Promise<string> {
  return vault.seal(privateKeyOf({ id }), privateKey);
}

/** @returns a certificate's private key, as PEM */
export function openPrivateKey(
  vault: Vault,
  certificate: Pick<Certificate, "id" | "privateKey">,
): Promise<string> {
  return vault.open(privateKeyOf(certificate), certificate.privateKey);
}

/** Seals a certificate's shared secret. @returns null for the empty one */
export async function sealSecretKey(
  vault: Vault,
  { id, secretKey }: { readonly id: string; readonly secretKey: string },
): Promise<string | null> {
  return secretKey === "" ? null : vault.seal(secretKeyOf({ id }), secretKey);
}

/** @returns a certificate's shared secret, empty if there is none */
export async function openSecretKey(
  vault: Vault,
  certificate: Pick<Certificate, "id" | "secretKey">,
): Promise<string> {
  const { secretKey } = certificate;
  return secretKey === null ? "" : vault.open(secretKeyOf(certificate), secretKey);
}

/** Seals the private JWK of a signing key. */
export function sealSigningKey(
  vault: Vault,
  key: Pick<SigningKey, "kid" | "privateKey">,
): Promise<string> {
  return vault.seal(signingKeyOf(key), key.privateKey);
}

/** @returns the private JWK of a signing key */
export function openSigningKey(
  vault: Vault,
  key: Pick<SigningKey, "kid" | "privateKey">,
): Promise<string> {
  return vault.open(signingKeyOf(key), key.privateKey);
}

/**
 * Seals a secret with which a webhook's notices are signed. It stays sealed as it is when another
 * one takes its place.
 */
export function sealSigningSecret(
  vault: Vault,
  { id, signingSecret }: { readonly id: string; readonly signingSecret: string },
): Promise<string> {
  return vault.seal(signingSecretOf({ id }), signingSecret);
}

/** @returns the secrets with which a webhook's notices are signed at a time, newest first */
export function openSigningSecrets(
  vault: Vault,
  { webhook, at }: { readonly webhook: Webhook; readonly at: string },
): Promise<string[]> {
  const { signingSecret, previousSigningSecret, previousSecretUntil } = webhook;
  const isPreviousGood = previousSecretUntil !== null && previousSecretUntil > at;
  const sealed = [signingSecret, isPreviousGood ? previousSigningSecret : null];
  const present = sealed.filter((each) => each !== null);
  return Promise.all(present.map((each) => vault.open(signingSecretOf(webhook), each)));
}

/** Seals the private JWK of a key that signs notices. */
export function sealNoticeKey(
  vault: Vault,
  key: Pick<NoticeKey, "kid" | "privateKey">,
): Promise<string> {
  return vault.seal(noticeKeyOf(key), key.privateKey);
}

/** @returns the private JWK of a key that signs notices */
export function openNoticeKey(
  vault: Vault,
  key: Pick<NoticeKey, "kid" | "privateKey">,
): Promise<string> {
  return vault.open(noticeKeyOf(key), key.privateKey);
}

/** Seals the secret that an authenticator app shares. */
export function sealTotpSecret(
  vault: Vault,
  { adminId, secret }: Pick<TotpSecret, "adminId" | "secret">,
): Promise<string> {
  return vault.seal(totpSecretOf({ adminId }), secret);
}

/** @returns the secret that an authenticator app shares, in base 32 */
export function openTotpSecret(
  vault: Vault,
  row: Pick<TotpSecret, "adminId" | "secret">,
): Promise<string> {
  return vault.open(totpSecretOf(row), row.secret);
}

/** Seals the secret with which an organization's OpenID provider knows docgate. */
export function sealProviderSecret(
  vault: Vault,
  { organizationId, secret }: { readonly organizationId: string; readonly secret: string },
): Promise<string> {
  return vault.seal(providerSecretOf({ organizationId }), secret);
}

/** @returns that secret, or null for a public client */
export async function openProviderSecret(
  vault: Vault,
  provider: Pick<IdentityProvider, "organizationId" | "clientSecret">,
): Promise<string | null> {
  const { clientSecret } = provider;
  return clientSecret === null ? null : vault.open(providerSecretOf(provider), clientSecret);
}
