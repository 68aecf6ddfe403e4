import type { Contract } from "../api/types.ts";

/** Boolean fields of a contract. */
export type Switch = {
  [Name in keyof Contract]: Contract[Name] extends boolean ? Name : never;
}[keyof Contract];

export type Switches = Readonly<Record<Switch, boolean>>;

/** Explains each switch of a contract to a person who does not know its name. */
export const SWITCHES: readonly {
  readonly name: Switch;
  readonly label: string;
  readonly hint: string;
  /** True if few contracts need it. */
  readonly isRare: boolean;
}[] = [
  {
    name: "outsideRegistration",
    label: "The partner may register consumers",
    hint: "Passed on to the partner; docgate itself does not use it.",
    isRare: true,
  },
  {
    name: "otpInsideRegistration",
    label: "Passcode for consumers registered inside the platform",
    hint: "After the password, they are mailed six digits that they type in at every sign-in.",
    isRare: false,
  },
  {
    name: "otpOutsideRegistration",
    label: "Passcode for consumers registered outside, at the partner",
    hint: "The same for those whom the partner has registered.",
    isRare: false,
  },
  {
    name: "blockSystemRegistrationLogins",
    label: "No sign-in for consumers registered inside the platform",
    hint: "Takes effect at once, also for pending passcodes and for refresh tokens.",
    isRare: true,
  },
  {
    name: "blockOutsideRegistrationLogins",
    label: "No sign-in for consumers registered outside, at the partner",
    hint: "The same for those whom the partner has registered.",
    isRare: true,
  },
];

export const ALL_OFF = Object.fromEntries(SWITCHES.map(({ name }) => [name, false])) as Switches;
