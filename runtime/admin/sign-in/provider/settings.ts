import { differences, HIDDEN } from "../../../partner/chain/differences.ts";
import { invalid, notFound, RuleError } from "../../../partner/chain/rule-error.ts";
import type { Change } from "../../../partner/change.ts";
import type { Platform } from "../../../partner/platform.ts";
import { sealProviderSecret } from "../../../partner/secrets/sealed-fields.ts";
import type { Queries } from "../../../store/queries.ts";
import type { IdentityProvider } from "../../../store/rows.ts";
import type { Permission } from "../../accounts/permissions.ts";
import { expectFree } from "./domains.ts";

/** Where providers send browsers back to, below the public address. */
export const CALLBACK_PATH = "/admin/api/session/provider/callback";

/** Returns the address to register at a provider. */
export function redirectUriOf({ publicUrl }: Pick<Platform, "publicUrl">): string {
  return publicUrl + CALLBACK_PATH;
}

/** An organization's provider, as it is entered. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: as before, for the same issuer. Null: none. */
  readonly clientSecret: string | null | undefined;
  /** As DNS writes them. */
  readonly domains: readonly string[];
  readonly newPermissions: readonly Permission[] | null;
}

/** Describes the provider without its secret. @returns null if there is none */
export async function describeProvider(
  { identityProviders, providerDomains }: Queries,
  organizationId: string,
) {
  const provider = await identityProviders.find({ organizationId });
  if (!provider) return null;
  const { issuer, clientId, clientSecret, newPermissions } = provider;
  const domains = (await providerDomains.list({ organizationId })).map(({ domain }) => domain);
  return { issuer, clientId, hasClientSecret: clientSecret !== null, domains, newPermissions };
}

/**
 * Saves the organization's provider. If it is another one, or knows docgate by another name, the
 * accounts there are other accounts: administrators are bound to theirs at the next sign-in.
 *
 * @throws {RuleError} if a domain may belong to another organization, or the secret of a new issuer is
 *   missing
 */
export async function saveProvider(
  { vault }: Platform,
  change: Change,
  settings: ProviderSettings,
): Promise<void> {
  const { tx, organizationId, at, record } = change;
  const { issuer, clientId, clientSecret: given, newPermissions } = settings;
  const before = await tx.identityProviders.find({ organizationId });
  const facts = await describeProvider(tx, organizationId);
  if (before?.clientSecret && before.issuer !== issuer && given === undefined) {
    const message = "Another issuer needs its own client secret: enter it, or none (null).";
    throw invalid({ path: "clientSecret", message });
  }
  if (before && (before.issuer !== issuer || before.clientId !== clientId)) {
    await endProviderSignIns(change);
  }
  const provider: IdentityProvider = {
    organizationId,
    issuer,
    clientId,
    clientSecret:
      given === undefined
        ? (before?.clientSecret ?? null)
        : given && (await sealProviderSecret(vault, { organizationId, secret: given })),
    newPermissions,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
  await tx.identityProviders.put(provider, ["organizationId"]);
  await expectFree(change, settings.domains);
  await replaceDomains(change, settings.domains);
  record({
    action: before ? "update" : "create",
    resource: "identityProvider",
    resourceId: organizationId,
    name: issuer,
    changes: {
      ...differences(facts, await describeProvider(tx, organizationId)),
      ...(given && { clientSecret: [before?.clientSecret ? HIDDEN : null, HIDDEN] }),
    },
  });
}

/**
 * Removes the organization's provider, and ends what began with it.
 *
 * @throws {RuleError} `conflict` while administrators have no passwords to sign in with
 */
export async function removeProvider(change: Change): Promise<void> {
  const { tx, organizationId, record } = change;
  const facts = await describeProvider(tx, organizationId);
  if (!facts) throw notFound("sign-in provider");
  const { allowsPasswords } = (await tx.organizations.find({ id: organizationId }))!;
  if (!allowsPasswords) {
    throw new RuleError("conflict", "Passwords are switched off. Switch them on first.");
  }
  await tx.identityProviders.remove({ organizationId });
  await tx.providerDomains.remove({ organizationId });
  await endProviderSignIns(change);
  record({
    action: "delete",
    resource: "identityProvider",
    resourceId: organizationId,
    name: facts.issuer,
    changes: differences(facts, null),
  });
}

async function replaceDomains(
  { tx, organizationId }: Change,
  domains: readonly string[],
): Promise<void> {
  await tx.providerDomains.remove({ organizationId });
  for (const domain of domains) await tx.providerDomains.insert({ domain, organizationId });
}

async function endProviderSignIns({ tx, organizationId }: Change): Promise<void> {
  for (const { id: adminId } of await tx.admins.list({ organizationId })) {
    await tx.identities.remove({ adminId });
    await tx.adminSessions.remove({ adminId, way: "provider" });
  }
}
