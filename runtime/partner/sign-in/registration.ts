import type { Policy } from "../../store/policy.ts";
import type { Consumer } from "../../store/rows.ts";

/** Whether the contract lets no one sign in who registered as this consumer did (CHAIN-C10). */
export function isBlocked(policy: Policy, { registration }: Consumer): boolean {
  return registration === "system"
    ? policy.blockSystemRegistrationLogins
    : policy.blockOutsideRegistrationLogins;
}

/**
 * Whether the contract asks for a passcode from who registered as this consumer did (CHAIN-C10).
 */
export function needsPasscode(policy: Policy, { registration }: Consumer): boolean {
  return registration === "system" ? policy.otpInsideRegistration : policy.otpOutsideRegistration;
}
