import { DocgateError } from "../../../../corpus/error.ts";
import { runChange } from "../../../partner/change.ts";
import type { Platform } from "../../../partner/platform.ts";
import type { ProviderDomain } from "../../../store/rows.ts";
import { COMMAND_LINE } from "../../accounts/administrators.ts";
import { findOrganization } from "../../accounts/find-organization.ts";
import { confirmDomain, parseDomain, releaseDomain } from "./domains.ts";

/** A domain as the operator sees it. */
export interface DomainEntry {
  readonly domain: string;
  readonly organization: string;
  /** Reserved by the operator, proven by DNS, or only named for a provider. */
  readonly state: "reserved" | "proven" | "named";
}

/** Lists the domains that organizations have, or named for their providers. */
export async function listDomains({ store }: Platform): Promise<readonly DomainEntry[]> {
  const { ownedDomains, providerDomains, organizations } = store.read;
  const owned = await ownedDomains.list({});
  const named = (await providerDomains.list({})).filter(
    ({ domain, organizationId }) =>
      !owned.some((row) => row.domain === domain && row.organizationId === organizationId),
  );
  const names = new Map((await organizations.list({})).map(({ id, name }) => [id, name]));
  const entry = ({ domain, organizationId }: ProviderDomain, state: DomainEntry["state"]) => ({
    domain,
    organization: names.get(organizationId)!,
    state,
  });
  return [
    ...owned.map((row) => entry(row, row.proof === "operator" ? "reserved" : "proven")),
    ...named.map((row) => entry(row, "named")),
  ];
}

/**
 * Gives a domain to an organization, whoever had it. The operator's word counts more than DNS.
 *
 * @throws {DocgateError} `invalid` if it is not a domain, `not-found` if there is no such organization
 */
export async function reserveDomain(
  platform: Platform,
  { domain: text, organization }: { readonly domain: string; readonly organization: string },
): Promise<string> {
  const domain = domainIn(text);
  const { id: organizationId } = await findOrganization(platform.store, organization);
  const owner = await platform.store.read.ownedDomains.find({ domain });
  if (owner && owner.organizationId !== organizationId) await release(platform, owner);
  const actor = { organizationId, name: COMMAND_LINE };
  await runChange(platform, actor, (change) =>
    confirmDomain(change, { domain, proof: "operator" }),
  );
  return domain;
}

/**
 * Takes a domain from the organization that has it.
 *
 * @throws {DocgateError} `invalid` if it is not a domain, `not-found` if nobody has it
 */
export async function freeDomain(platform: Platform, text: string): Promise<string> {
  const domain = domainIn(text);
  const owner = await platform.store.read.ownedDomains.find({ domain });
  if (!owner) throw new DocgateError("not-found", `No organization has the domain "${domain}".`);
  await release(platform, owner);
  return domain;
}

async function release(
  platform: Platform,
  { organizationId, domain }: ProviderDomain,
): Promise<void> {
  const actor = { organizationId, name: COMMAND_LINE };
  await runChange(platform, actor, (change) => releaseDomain(change, domain));
}

function domainIn(text: string): string {
  const domain = parseDomain(text);
  if (domain !== null) return domain;
  const message = `"${text}" is not a domain. Expected one as after the @ of an address, such as example.com.`;
  throw new DocgateError("invalid", message);
}
