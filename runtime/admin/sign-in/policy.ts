import { differences } from "../../partner/chain/differences.ts";
import type { Change } from "../../partner/change.ts";
import type { SignInPolicy, SignInWay } from "../../store/rows.ts";

/** The policy of a new organization. */
export const OPEN_POLICY: SignInPolicy = { requiresSecondFactor: false, allowsPasswords: true };

/** Checks that an organization still accepts a session that began in this way. */
export function accepts({ allowsPasswords }: SignInPolicy, way: SignInWay): boolean {
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
  const { name, requiresSecondFactor, allowsPasswords } = (await tx.organizations.find({ id }))!;
  const old = { requiresSecondFactor, allowsPasswords };
  const policy = {
    requiresSecondFactor: wanted.requiresSecondFactor ?? requiresSecondFactor,
    allowsPasswords: wanted.allowsPasswords ?? allowsPasswords,
  };
  const changes = differences(old, policy);
  if (Object.keys(changes).length === 0) return policy;
  await tx.organizations.update({ id }, policy);
  record({ action: "update", resource: "organization", resourceId: id, name, changes });
  return policy;
}
