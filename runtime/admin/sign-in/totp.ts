import { generateSecret, generateURI, verify } from "otplib";
import type { Platform } from "../../partner/platform.ts";
import { openTotpSecret, sealTotpSecret } from "../../partner/secrets/sealed-fields.ts";
import type { Queries } from "../../store/queries.ts";
import type { Admin, TotpSecret } from "../../store/rows.ts";

/** The length that RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;

/** Codes of the step before and after are accepted too, for clocks that differ. */
const TOLERANCE_SECONDS = 30;

const DIGITS = /^[0-9]{6}$/;

/** A secret for an authenticator app, shown once. */
export interface NewTotp {
  /** In base 32. */
  readonly secret: string;
  /** The same for apps, as in a QR code: `otpauth://totp/…`. */
  readonly uri: string;
}

/** Creates the secret of an administrator, which counts once a first code confirms it. */
export async function createTotp(
  { vault }: Platform,
  { tx, at, admin }: { readonly tx: Queries; readonly at: string; readonly admin: Admin },
): Promise<NewTotp> {
  const { id: adminId, email, organizationId } = admin;
  const { name } = (await tx.organizations.find({ id: organizationId }))!;
  const secret = generateSecret({ length: SECRET_BYTES });
  const row: TotpSecret = {
    adminId,
    secret: await sealTotpSecret(vault, { adminId, secret }),
    createdAt: at,
    confirmedAt: null,
    lastStep: 0,
  };
  await tx.totpSecrets.put(row, ["adminId"]);
  return { secret, uri: generateURI({ issuer: `docgate (${name})`, label: email, secret }) };
}

/**
 * Uses up the code that an authenticator app shows now.
 *
 * @returns false if it is wrong, or it or a later one was used before, also at the same time
 */
export async function spendTotp(
  { vault, now }: Platform,
  { tx, row, code }: { readonly tx: Queries; readonly row: TotpSecret; readonly code: string },
): Promise<boolean> {
  const { adminId, lastStep } = row;
  const token = code.replaceAll(/\s/g, "");
  if (!DIGITS.test(token)) return false;
  const result = await verify({
    secret: await openTotpSecret(vault, row),
    token,
    epoch: Math.floor(now() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
    afterTimeStep: lastStep,
  });
  if (!result.valid || !("timeStep" in result)) return false;
  // Equal to what was read, so that one of two that use the same code wins.
  const change = { lastStep: result.timeStep };
  return (await tx.totpSecrets.update({ adminId, lastStep }, change)) === 1;
}
