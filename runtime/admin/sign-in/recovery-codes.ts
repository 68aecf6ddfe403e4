import type { Platform } from "../../partner/platform.ts";
import { createRecoveryCode } from "../../partner/secrets/secrets.ts";
import type { Queries } from "../../store/queries.ts";

/** How many recovery codes an administrator gets at once. */
export const RECOVERY_CODES = 10;

/** Creates an administrator's recovery codes; earlier ones end. @returns the codes, shown once */
export async function replaceRecoveryCodes(
  { vault }: Platform,
  { tx, adminId }: { readonly tx: Queries; readonly adminId: string },
): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  await tx.recoveryCodes.remove({ adminId });
  for (const code of codes) {
    await tx.recoveryCodes.insert({ adminId, codeHash: hashOf({ vault }, { adminId, code }) });
  }
  return codes;
}

/** Uses a recovery code up. @returns false if it is none, or was used before, also at once */
export async function spendRecoveryCode(
  platform: Pick<Platform, "vault">,
  { tx, adminId, code }: { readonly tx: Queries; readonly adminId: string; readonly code: string },
): Promise<boolean> {
  const removed = await tx.recoveryCodes.remove({
    adminId,
    codeHash: hashOf(platform, { adminId, code }),
  });
  return removed.length === 1;
}

function hashOf(
  { vault }: Pick<Platform, "vault">,
  { adminId, code }: { readonly adminId: string; readonly code: string },
): string {
  return vault.hash("recovery-code", `${adminId}:${code.replaceAll(/[\s-]/g, "").toUpperCase()}`);
}
