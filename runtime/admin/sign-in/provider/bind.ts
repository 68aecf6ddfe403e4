import type { Change } from "../../../partner/change.ts";
import type { Admin } from "../../../store/rows.ts";
import { insertAdmin } from "../../accounts/add-administrator.ts";
import { takeInvitation } from "../../accounts/invitations.ts";
import { organizationFor } from "./domains.ts";
import { ProviderRefusal } from "./reason.ts";

/** An account at a provider, whose email the provider has verified. */
export interface Account {
  readonly issuer: string;
  /** Permanent, and unique at the provider. */
  readonly subject: string;
  /** In the form in which emails are compared. */
  readonly email: string;
}

/**
 * Finds the administrator of an account. At the first sign-in, it is bound to the one of this
 * organization with its email; from then on only this account counts, as long as it keeps the
 * email. An email that was invited, or any if the provider may create administrators, becomes one.
 *
 * @throws {ProviderRefusal}
 */
export async function bindAccount(
  change: Change,
  { account, clientId }: { readonly account: Account; readonly clientId: string },
): Promise<Admin> {
  const { tx, organizationId } = change;
  const { issuer, subject, email } = account;
  const provider = await tx.identityProviders.find({ organizationId, issuer, clientId });
  if (!provider) throw new ProviderRefusal("provider-changed");
  if ((await organizationFor(tx, email)) !== organizationId) {
    throw new ProviderRefusal("foreign-domain");
  }
  const identity = await tx.identities.find({ issuer, subject });
  if (identity) {
    const admin = await tx.admins.find({ id: identity.adminId, organizationId });
    if (!admin) throw new ProviderRefusal("other-organization");
    if (admin.email !== email) throw new ProviderRefusal("changed-email");
    return admin;
  }
  const known = await tx.admins.find({ email });
  if (known && known.organizationId !== organizationId) {
    throw new ProviderRefusal("other-organization");
  }
  const admin = known ?? (await createAdmin(change, { email, fallback: provider.newPermissions }));
  if (await tx.identities.find({ adminId: admin.id })) throw new ProviderRefusal("other-account");
  await tx.identities.insert({ adminId: admin.id, issuer, subject, createdAt: change.at });
  return admin;
}

interface NewAdmin {
  readonly email: string;
  /** The permissions of those who were not invited; null: they are refused. */
  readonly fallback: readonly string[] | null;
}

async function createAdmin(change: Change, { email, fallback }: NewAdmin): Promise<Admin> {
  const { organizationId, at, newId } = change;
  const invitation = await takeInvitation(change, { organizationId, email });
  const permissions = invitation ? invitation.permissions : fallback;
  if (permissions === null) throw new ProviderRefusal("not-invited");
  const admin: Admin = {
    id: newId(),
    organizationId,
    email,
    passwordHash: "",
    permissions,
    createdAt: at,
    lastSignInAt: null,
  };
  await insertAdmin(change, admin);
  return admin;
}
