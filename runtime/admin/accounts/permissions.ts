import { invalid } from "../../partner/chain/rule-error.ts";

/** The permissions of the admin API ("Sign-in and permissions"); none implies another. */
export const PERMISSIONS = [
  "api-keys",
  "api-keys:w",
  "cache",
  "cache:w",
  "directory",
  "directory:w",
  "audit",
  "team",
  "team:w",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/**
 * Named sets of permissions: an owner may do everything; support sees what partners have and changes
 * what they show, but no credentials and no administrators; read only changes nothing.
 */
export const ROLES = {
  owner: PERMISSIONS,
  support: ["api-keys", "cache", "cache:w", "directory", "directory:w", "audit"],
  "read-only": ["api-keys", "cache", "directory", "audit", "team"],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

/** Returns the role that has exactly these permissions, or null. */
export function roleOf(permissions: readonly string[]): keyof typeof ROLES | null {
  const has = inOrder(permissions).join();
  const names = Object.keys(ROLES) as (keyof typeof ROLES)[];
  return names.find((name) => ROLES[name].join() === has) ?? null;
}

/**
 * Parses a list of permissions and roles, separated by commas.
 *
 * @example
 * parsePermissions("api-keys, audit"); // ["api-keys", "audit"]
 *
 * @throws {RuleError} naming the first that does not exist
 */
export function parsePermissions(list: string): readonly Permission[] {
  const names = new Set(list.split(",").flatMap((name) => permissionsOf(name.trim())));
  const unknown = Array.from(names).find((name) => !isPermission(name));
  if (unknown !== undefined) {
    const known = PERMISSIONS.join(", ");
    const roles = Object.keys(ROLES).join(", ");
    const message = `There is no permission "${unknown}". Expected some of: ${known}; or a role: ${roles}.`;
    throw invalid({ path: "permissions", message });
  }
  return inOrder(Array.from(names));
}

/** Returns the permissions of a role, or a single one. */
function permissionsOf(name: string): readonly string[] {
  return Object.hasOwn(ROLES, name) ? ROLES[name as keyof typeof ROLES] : [name];
}

/** Returns permissions in the order of {@link PERMISSIONS}, each once. */
export function inOrder(names: readonly string[]): readonly Permission[] {
  return PERMISSIONS.filter((permission) => names.includes(permission));
}

function isPermission(name: string): name is Permission {
  return (PERMISSIONS as readonly string[]).includes(name);
}
