import type { Certificate } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import type { Platform } from "../platform.ts";
import { sealPrivateKey } from "../secrets/sealed-fields.ts";
import { issueCertificate } from "../tokens/x509.ts";
import { changedFields, HIDDEN, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";
import { alreadyRotated, RuleError } from "./rule-error.ts";
import { keyBoundTo, unbind } from "./unbind.ts";

/** Certificates per organization (PIA §8); checked only when one is created. */
export const MAX_CERTIFICATES = 20;

const certificates = rowsOf<Certificate, "notBefore" | "privateKey" | "publicCertificate">({
  noun: "certificate",
  resource: "certificate",
  table: (tx) => tx.certificates,
  nameOf: ({ name }) => name,
  factsOf: ({ name, fingerprint, notAfter, secretKey }) => ({
    name,
    fingerprint,
    notAfter,
    secretKey: secretKey === null ? null : HIDDEN,
  }),
});

/** A key pair and its certificate; the private key is sealed. */
export type CertificateFields = Pick<
  Certificate,
  "publicCertificate" | "privateKey" | "fingerprint" | "notBefore" | "notAfter"
>;

type CertificateName = Pick<Certificate, "id" | "name">;

/** Creates a key pair and seals it; slow, so done before the transaction. */
export async function issueKeyPair(
  { vault, now }: Pick<Platform, "vault" | "now">,
  { id, name }: CertificateName,
): Promise<CertificateFields> {
  const { certificatePem, privateKeyPem, ...validity } = await issueCertificate({ name, now });
  return {
    ...validity,
    publicCertificate: certificatePem,
    privateKey: await sealPrivateKey(vault, { id, privateKey: privateKeyPem }),
  };
}

export interface CreateCertificate extends CertificateFields, CertificateName {
  /** Sealed. */
  readonly secretKey: string | null;
}

/** @throws {RuleError} if the cap is reached */
export async function createCertificate(
  change: Change,
  certificate: CreateCertificate,
): Promise<Certificate> {
  const { tx, organizationId, at } = change;
  if ((await tx.certificates.count({ organizationId })) >= MAX_CERTIFICATES) {
    const message = `Reached the maximum number of certificates (${MAX_CERTIFICATES}): delete one that is no longer used.`;
    throw new RuleError("invalid", message);
  }
  const row = { ...certificate, organizationId, createdAt: at, updatedAt: at };
  return certificates.insert(change, row);
}

export interface UpdateCertificate {
  readonly id: string;
  readonly fields: {
    readonly name?: string | undefined;
    /** Sealed; left out unless the secret differs from the current one. */
    readonly secretKey?: string | null | undefined;
  };
}

/** @throws {RuleError} if there is no such certificate */
export async function updateCertificate(
  change: Change,
  { id, fields }: UpdateCertificate,
): Promise<Certificate> {
  const before = await certificates.find(change, id);
  const changed = changedFields(before, fields);
  if (isEmpty(changed)) return before;
  // The facts tell a hidden secret from none, but not from another hidden secret.
  const isReplaced = before.secretKey !== null && Boolean(changed.secretKey);
  const hidden = isReplaced ? ["secretKey"] : [];
  return certificates.save(change, { before, changed, hidden });
}

export interface RotateCertificate {
  readonly id: string;
  /** The fingerprint of the certificate to replace. */
  readonly replaces: string;
  readonly issued: CertificateFields;
}

/**
 * Stores a new key pair and has the certificate delivered (PIA §6).
 *
 * @throws {RuleError} `conflict` if the certificate has been rotated since
 */
export async function rotateCertificate(
  change: Change,
  { id, replaces, issued }: RotateCertificate,
): Promise<Certificate> {
  const before = await certificates.find(change, id);
  if (before.fingerprint !== replaces) throw alreadyRotated("certificate");
  const after = await certificates.save(change, { before, changed: issued, action: "rotate" });
  const key = await keyBoundTo(change, { certificateId: id });
  if (key) {
    change.affect(key.id);
    change.notifyCertificate(key.id, "r_cert");
  }
  return after;
}

/** Computes again what the partner of the bound key is served (ATTACK-H120). */
export async function rebuildCertificate(change: Change, id: string): Promise<void> {
  const row = await certificates.find(change, id);
  const key = await keyBoundTo(change, { certificateId: id });
  if (key) change.affect(key.id);
  certificates.record(change, { action: "rebuild-cache", row });
}

export async function deleteCertificate(change: Change, id: string): Promise<void> {
  const certificate = await certificates.find(change, id);
  await unbind(change, { certificateId: id });
  await certificates.remove(change, certificate);
}

/** Records who was shown a shared secret (ATTACK-H108). */
export function recordSecretRead(change: Change, row: Certificate): void {
  certificates.record(change, { action: "read-secret", row });
}
