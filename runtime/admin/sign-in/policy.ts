import { changedFields, differences, isEmpty } from "../../partner/chain/differences.ts";
import type { Change } from "../../partner/change.ts";
import type { SignInPolicy, SignInWay } from "../../store/rows.ts";

/** The policy of a new organization. */
export const OPEN_POLICY: SignInPolicy = { requiresSecondFactor: false, allowsPasswords: true };

/** Checks that an organization still accepts a session that began in this way. */
export function accepts(
  { allowsPasswords }: Pick<SignInPolicy, "allowsPasswords">,
  way: SignInWay,
): boolean {
  return allowsPasswords || way === "passkey" || way === "provider";
}

/**
 * Checks for a session without the second factor that the organization requires. A passkey is two
 * factors, the device and its lock; a provider is responsible for its own.
 */
export function lacksFactor({ requiresSecondFactor }: SignInPolicy, way: SignInWay): boolean {
  return requiresSecondFactor && way === "password";
}

/** The parts of a policy to change. */
export type PolicyChange = { readonly [Part in keyof SignInPolicy]?: boolean | undefined };

/** Changes parts of an organization's policy, with an audit entry. @returns the whole policy */
export async function replacePolicy(
  { tx, organizationId: id, record }: Change,
  wanted: PolicyChange,
): Promise<SignInPolicy> {
  const organization = (await tx.organizations.find({ id }))!;
  const changed = changedFields(organization, wanted);
  if (isEmpty(changed)) return organization;
  const { name } = organization;
  const saved = { ...organization, ...changed };
  await tx.organizations.update({ id }, changed);
  const changes = differences({ ...organization }, saved);
  record({ action: "update", resource: "organization", resourceId: id, name, changes });
  return saved;
}
