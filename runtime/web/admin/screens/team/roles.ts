import { ROLES } from "../../api/types.ts";
import type { Permission } from "../../session.tsx";

export type Role = keyof typeof ROLES;

interface RoleWords {
  readonly name: string;
  readonly about: string;
}

/** Explains each role, in the order in which they are shown. */
export const ROLE_WORDS: Readonly<Record<Role, RoleWords>> = {
  owner: { name: "Owner", about: "everything, also credentials and the team" },
  support: {
    name: "Support",
    about: "sees keys, logs and what partners show, and changes spaces, agents and consumers",
  },
  "read-only": { name: "Read only", about: "sees everything, changes nothing" },
};

export const ROLE_NAMES = Object.keys(ROLE_WORDS) as readonly Role[];

/** Returns the role that has exactly these permissions, or null. */
export function roleOf(permissions: readonly string[]): Role | null {
  return ROLE_NAMES.find((role) => differenceOf(ROLES[role], permissions).length === 0) ?? null;
}

/** Returns the permissions that one set has and the other does not. */
export function differenceOf(one: readonly string[], other: readonly string[]): readonly string[] {
  return [
    ...one.filter((name) => !other.includes(name)),
    ...other.filter((name) => !one.includes(name)),
  ];
}

/** Says in a word or a few what an administrator may do. */
export function permissionsText(permissions: readonly Permission[]): string {
  const role = roleOf(permissions);
  if (role) return ROLE_WORDS[role].name;
  return permissions.length === 0 ? "None" : permissions.join(", ");
}
