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
 * Parses a list of permissions, separated by commas.
 *
 * @example
 * parsePermissions("api-keys, audit"); // ["api-keys", "audit"]
 *
 * @throws {RuleError} naming the first that does not exist
 */
export function parsePermissions(list: string): readonly Permission[] {
  const names = new Set(list.split(",").map((name) => name.trim()));
  const unknown = Array.from(names).find((name) => !isPermission(name));
  if (unknown !== undefined) {
    const known = PERMISSIONS.join(", ");
    const message = `There is no permission "${unknown}". Expected some of: ${known}.`;
    throw invalid({ path: "permissions", message });
  }
  return inOrder(Array.from(names));
}

/** Returns permissions in the order of {@link PERMISSIONS}, each once. */
export function inOrder(names: readonly string[]): readonly Permission[] {
  return PERMISSIONS.filter((permission) => names.includes(permission));
}

function isPermission(name: string): name is Permission {
  return (PERMISSIONS as readonly string[]).includes(name);
}
