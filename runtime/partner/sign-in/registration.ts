import type { Policy } from "../../store/policy.ts";
import type { Consumer } from "../../store/rows.ts";

/** Checks whether the contract blocks sign-ins of consumers registered this way (CHAIN-C10). */
export function isBlocked(policy: Policy, { registration }: Consumer): boolean {
  return registration === "system"
    ? policy.blockSystemRegistrationLogins
    : policy.blockOutsideRegistrationLogins;
}

/**
 * Checks whether the contract requires a passcode from consumers registered this way (CHAIN-C10).
 */
export function needsPasscode(policy: Policy, { registration }: Consumer): boolean {
  return registration === "system" ? policy.otpInsideRegistration : policy.otpOutsideRegistration;
}
