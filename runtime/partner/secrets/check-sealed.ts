import { createPrivateKey, X509Certificate } from "node:crypto";
import { hasCode } from "../../../corpus/error.ts";
import type { Certificate, Webhook } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import {
  openNoticeKey,
  openPrivateKey,
  openProviderSecret,
  openSecretKey,
  openSigningKey,
  openSigningSecrets,
  openTotpSecret,
} from "./sealed-fields.ts";
import type { Vault } from "./vault.ts";

/** The values of a kind that were decrypted. */
export interface SealedKind {
  /** In the plural. */
  readonly noun: string;
  readonly count: number;
}

export interface SealedReport {
  readonly kinds: readonly SealedKind[];
  /** A sentence for each value that cannot be decrypted, or does not belong where it is. */
  readonly faults: readonly string[];
}

interface Value {
  /** Where it is, for people. */
  readonly place: string;
  /**
   * @returns false if the value does not belong where it is
   * @throws {DocgateError} `sealed-value`
   */
  readonly open: () => Promise<unknown>;
}

/** A time at which a secret before the last rotation still counts. */
const AT_ANY_TIME = "";

/** Decrypts every value that the store holds encrypted, and tells what cannot be. */
export async function checkSealed({ read }: Store, vault: Vault): Promise<SealedReport> {
  const certificates = await read.certificates.list({});
  const webhooks = (await read.webhooks.list({})).filter(({ signingSecret }) => signingSecret);
  const providers = await read.identityProviders.list({});
  const values: readonly (readonly [noun: string, values: readonly Value[]])[] = [
    ["private keys of certificates", certificates.map((row) => privateKeyOf(vault, row))],
    ["shared secrets", certificates.filter(hasSecret).map((row) => sharedSecretOf(vault, row))],
    ["signing secrets of webhooks", webhooks.map((row) => signingSecretOf(vault, row))],
    [
      "keys that sign tokens",
      (await read.signingKeys.list({})).map((row) => ({
        place: `The key "${row.kid}", which signs tokens,`,
        open: () => openSigningKey(vault, row),
      })),
    ],
    [
      "keys that sign notices",
      (await read.noticeKeys.list({})).map((row) => ({
        place: `The key "${row.kid}", which signs notices,`,
        open: () => openNoticeKey(vault, row),
      })),
    ],
    [
      "secrets of authenticator apps",
      (await read.totpSecrets.list({})).map((row) => ({
        place: `The secret of the authenticator app of the administrator ${row.adminId}`,
        open: () => openTotpSecret(vault, row),
      })),
    ],
    [
      "client secrets of providers",
      providers
        .filter(({ clientSecret }) => clientSecret !== null)
        .map((row) => ({
          place: `The client secret of the provider ${row.issuer}`,
          open: () => openProviderSecret(vault, row),
        })),
    ],
  ];
  const faults: string[] = [];
  const kinds: SealedKind[] = [];
  for (const [noun, some] of values) {
    const found = await faultsOf(some);
    faults.push(...found);
    kinds.push({ noun, count: some.length - found.length });
  }
  return { kinds, faults };
}

async function faultsOf(values: readonly Value[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { place, open } of values) {
    try {
      if ((await open()) === false) faults.push(`${place} belongs to another one.`);
    } catch (error) {
      if (!hasCode(error, "sealed-value")) throw error;
      faults.push(`${place} cannot be decrypted: it was changed.`);
    }
  }
  return faults;
}

function hasSecret({ secretKey }: Certificate): boolean {
  return secretKey !== null;
}

function privateKeyOf(vault: Vault, row: Certificate): Value {
  return {
    place: `The private key of the certificate "${row.name}"`,
    open: async () => isOf(row, await openPrivateKey(vault, row)),
  };
}

/** Checks that a certificate was issued for a private key. */
function isOf({ publicCertificate }: Certificate, privateKey: string): boolean {
  try {
    return new X509Certificate(publicCertificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    // OpenSSL throws plain errors for what is not a certificate.
    return false;
  }
}

function sharedSecretOf(vault: Vault, row: Certificate): Value {
  return {
    place: `The shared secret of the certificate "${row.name}"`,
    open: () => openSecretKey(vault, row),
  };
}

function signingSecretOf(vault: Vault, row: Webhook): Value {
  return {
    place: `The signing secret of the webhook "${row.name}"`,
    open: () => openSigningSecrets(vault, { webhook: row, at: AT_ANY_TIME }),
  };
}
