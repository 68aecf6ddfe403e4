import { InvalidArgumentError, Option } from "commander";
import { hasCode } from "../../../corpus/error.ts";
import {
  PERMISSIONS,
  type Permission,
  parsePermissions,
  ROLES,
} from "../../admin/accounts/permissions.ts";
import type { SettingFlags } from "../../serve/read-settings.ts";

export interface EmailFlags extends SettingFlags {
  readonly email: string;
}

/** Creates the flag that names an administrator. */
export function emailOption(): Option {
  return new Option("--email <email>", "the administrator's address").makeOptionMandatory();
}

/** @param listed Describes the list of all permissions in the help, for example as the default. */
export function permissionsOption(listed: string): Option {
  const roles = Object.keys(ROLES).join(", ");
  const description = `separated by commas (${listed}: ${PERMISSIONS.join(",")}), or a role: ${roles}`;
  return new Option("--permissions <list>", description).argParser(readPermissions);
}

/** @throws {InvalidArgumentError} naming an unknown permission */
function readPermissions(list: string): readonly Permission[] {
  try {
    return parsePermissions(list);
  } catch (error) {
    if (hasCode(error, "invalid")) throw new InvalidArgumentError(error.message);
    throw error;
  }
}
