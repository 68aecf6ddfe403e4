import { runChange } from "../../partner/change.ts";
import type { Platform } from "../../partner/platform.ts";
import type { SignInPolicy } from "../../store/rows.ts";
import { COMMAND_LINE, changeAdmin } from "../accounts/administrators.ts";
import { findOrganization } from "../accounts/find-organization.ts";
import { endOtherSessions } from "../accounts/sessions.ts";
import { type PolicyChange, replacePolicy } from "./policy.ts";

/**
 * Removes everything that an administrator signs in with besides a password, for someone who lost it:
 * the authenticator app, passkeys, recovery codes, and the account at the provider. Ends all sessions.
 *
 * @throws {DocgateError} `not-found` if there is no administrator with this address
 */
export async function resetFactors(
  platform: Platform,
  { email }: { readonly email: string },
): Promise<void> {
  await changeAdmin(platform, {
    email,
    async work({ tx, record }, { id, email: name }) {
      await tx.totpSecrets.remove({ adminId: id });
      await tx.passkeys.remove({ adminId: id });
      await tx.recoveryCodes.remove({ adminId: id });
      await tx.identities.remove({ adminId: id });
      await endOtherSessions(tx, { adminId: id, except: null });
      record({ action: "reset-factors", resource: "admin", resourceId: id, name });
    },
  });
}

/**
 * Changes how the administrators of an organization may sign in.
 *
 * @returns the policy from now on
 * @throws {DocgateError} `not-found` if there is no organization with this name
 */
export async function changePolicy(
  platform: Platform,
  { organization, ...wanted }: PolicyChange & { readonly organization: string },
): Promise<SignInPolicy> {
  const { id: organizationId } = await findOrganization(platform.store, organization);
  const actor = { organizationId, name: COMMAND_LINE };
  const { result } = await runChange(platform, actor, (change) => replacePolicy(change, wanted));
  return result;
}
