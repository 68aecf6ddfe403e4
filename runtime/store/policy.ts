/** The five switches of a contract. */
export const POLICY_SWITCHES = [
  "outsideRegistration",
  "otpInsideRegistration",
  "otpOutsideRegistration",
  "blockOutsideRegistrationLogins",
  "blockSystemRegistrationLogins",
] as const;

export type PolicySwitch = (typeof POLICY_SWITCHES)[number];

/** The rules of a contract for registrations, passcodes and blocked sign-ins. */
export type Policy = Readonly<Record<PolicySwitch, boolean>>;

/** Creates an object with a value for each switch. */
export function eachSwitch<Value>(
  give: (name: PolicySwitch) => Value,
): Record<PolicySwitch, Value> {
  const entries = POLICY_SWITCHES.map((name) => [name, give(name)] as const);
  return Object.fromEntries(entries) as Record<PolicySwitch, Value>;
}
