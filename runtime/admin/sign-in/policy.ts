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
