import { DocgateError } from "../../../corpus/error.ts";
import type { Organization } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";

/** @throws {DocgateError} `not-found` if there is no organization with this name */
export async function findOrganization({ read }: Store, text: string): Promise<Organization> {
  const name = storedName(text);
  const found = await read.organizations.find({ name });
  if (found) return found;
  throw new DocgateError("not-found", `There is no organization with the name "${name}".`);
}

/** Normalises a name as stored names are (CHAIN-C18). */
export function storedName(text: string): string {
  return text.trim().normalize("NFC");
}
