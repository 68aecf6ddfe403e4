import type { Choice } from "../../parts/field.tsx";
import type { Permission } from "../../session.tsx";
import { PERMISSION_WORDS } from "../permission-words.ts";

/** Returns the permissions that a person may give, with what each allows. */
export function permissionChoices(own: readonly Permission[]): readonly Choice[] {
  return own.map((value) => ({ value, text: `${value}: ${PERMISSION_WORDS[value]}` }));
}
