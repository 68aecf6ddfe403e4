import { DocgateError } from "../../../corpus/error.ts";
import {
  type AccessChain,
  createAccessChain,
  type NewAccessChain,
} from "../../partner/chain/access-chain.ts";
import { RuleError } from "../../partner/chain/rule-error.ts";
import type { Platform } from "../../partner/platform.ts";
import type { Organization } from "../../store/rows.ts";
import { COMMAND_LINE } from "./administrators.ts";

export interface WantedPartner extends NewAccessChain {
  /** The organization's name. Default: the only one. */
  readonly organization?: string | undefined;
}

/** The flag behind each field, for messages. */
const FLAGS: Readonly<Record<string, string>> = {
  name: "--name",
  origin: "--origin",
  notificationUrl: "--notify",
  spaces: "--spaces",
  signing: "--signing",
};

/**
 * Creates everything that one partner needs, all or none of it, on behalf of the command line.
 *
 * @throws {DocgateError} `not-found` if there is no such organization, `setting` if there are several
 *   and none is named
 * @throws {RuleError} with everything that is at fault in one message
 */
export async function createPartner(
  platform: Platform,
  { organization, ...wanted }: WantedPartner,
): Promise<AccessChain> {
  const { id: organizationId } = await findOrganization(platform, organization);
  const actor = { organizationId, name: COMMAND_LINE };
  try {
    return await createAccessChain(platform, { actor, wanted });
  } catch (error) {
    throw error instanceof RuleError ? explained(error, wanted) : error;
  }
}

async function findOrganization(
  { store }: Platform,
  wanted: string | undefined,
): Promise<Organization> {
  const all = await store.read.organizations.list({});
  if (wanted === undefined) {
    if (all.length === 1) return all[0]!;
    const names = all.map(({ name }) => `"${name}"`).join(", ");
    throw all.length === 0
      ? new DocgateError(
          "not-found",
          'There is no organization yet: run "docgate admin create --org <name> --email <email>" first.',
        )
      : new DocgateError("setting", `Name the organization with --org, one of: ${names}.`);
  }
  // Normalised as stored names are (CHAIN-C18).
  const found = all.find(({ name }) => name === wanted.trim().normalize("NFC"));
  if (found) return found;
  throw new DocgateError("not-found", `There is no organization with the name "${wanted}".`);
}

function explained({ rule, message, errors }: RuleError, { name }: NewAccessChain): RuleError {
  const faults = errors.map(({ path, message, suggestion }) => {
    const flag = FLAGS[path.split(".", 1)[0]!];
    const hint = suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`;
    return `${flag === undefined ? "" : `${flag}: `}${message}${hint}`;
  });
  const reasons = faults.length === 0 ? message : faults.join(" ");
  return new RuleError(rule, `Nothing was created for "${name}". ${reasons}`, { errors });
}
