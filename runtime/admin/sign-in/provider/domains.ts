import { notFound, RuleError, taken } from "../../../partner/chain/rule-error.ts";
import { type Change, runChange } from "../../../partner/change.ts";
import { domainOf } from "../../../partner/mail/address.ts";
import { parseHostName } from "../../../partner/notices/target.ts";
import type { Platform } from "../../../partner/platform.ts";
import type { Queries } from "../../../store/queries.ts";
import type { DomainProof, ProviderDomain } from "../../../store/rows.ts";

/** The label in DNS below which the owner of a domain says whose it is. */
const LABEL = "_docgate-challenge";

/** The actor in the audit log where DNS decided. */
const DNS = "DNS";

/** The record in DNS with which an organization proves that a domain is its own. */
export interface ProofRecord {
  /** The name of the record, of the type TXT. */
  readonly name: string;
  readonly value: string;
}

/** A domain that an organization named for its provider. */
export interface DomainState {
  readonly domain: string;
  /** How it is known that the domain is the organization's; null: it is not known. */
  readonly proof: DomainProof | null;
  /** True if people with an address of the domain sign in at the provider. */
  readonly inUse: boolean;
  readonly record: ProofRecord;
}

/**
 * Converts a domain to the form that DNS has it in: lower case, other than Latin letters as
 * punycode, no dot at the end. Domains that only look alike stay different.
 *
 * @returns null if it is not a domain, or one without a dot, which belongs to nobody
 */
export function parseDomain(text: string): string | null {
  const host = parseHostName(text.trim());
  return host?.includes(".") ? host : null;
}

/**
 * Finds the organization at whose provider people with an address sign in: it named the domain, and
 * the domain is its own. While an organization is alone, nobody else can have the domain.
 *
 * @returns null if there is none
 */
export async function organizationFor(queries: Queries, email: string): Promise<string | null> {
  const domain = parseDomain(domainOf(email));
  if (domain === null) return null;
  const owner = await queries.ownedDomains.find({ domain });
  const organizationId = owner?.organizationId ?? (await onlyOrganization(queries));
  if (organizationId === null) return null;
  const named = await queries.providerDomains.find({ organizationId, domain });
  return named ? organizationId : null;
}

/** @returns null if there are several */
async function onlyOrganization({ organizations }: Queries): Promise<string | null> {
  const [first, ...others] = await organizations.list({});
  return first && others.length === 0 ? first.id : null;
}

/** Describes the domains of an organization's provider. */
export async function describeDomains(
  { store: { read }, vault }: Pick<Platform, "store" | "vault">,
  organizationId: string,
): Promise<readonly DomainState[]> {
  const named = await read.providerDomains.list({ organizationId });
  if (named.length === 0) return [];
  const isAlone = (await onlyOrganization(read)) !== null;
  const owned = new Map((await read.ownedDomains.list({})).map((row) => [row.domain, row]));
  return named.map(({ domain }) => {
    const owner = owned.get(domain);
    const isOwn = owner?.organizationId === organizationId;
    const record = proofRecord({ vault }, { organizationId, domain });
    return { domain, proof: isOwn ? owner.proof : null, inUse: isOwn || isAlone, record };
  });
}

/**
 * Checks that an organization may name domains: each is its own, or nobody's and without an
 * administrator of another organization.
 *
 * @throws {RuleError} `conflict`, which does not say what is in the way
 */
export async function expectFree(
  { tx, organizationId }: Change,
  domains: readonly string[],
): Promise<void> {
  const owned = new Map((await tx.ownedDomains.list({})).map((row) => [row.domain, row]));
  const others = (await tx.admins.list({})).filter((row) => row.organizationId !== organizationId);
  const elsewhere = new Set(others.map(({ email }) => parseDomain(domainOf(email))));
  for (const domain of domains) {
    const owner = owned.get(domain);
    if (owner ? owner.organizationId !== organizationId : elsewhere.has(domain)) {
      throw notYours(domain);
    }
  }
}

/**
 * Asks DNS whose a domain is. A proof whose record is gone ends, whatever organization it is of.
 *
 * @throws {RuleError} `not-found` if the provider does not have the domain; `conflict` if DNS does
 *   not answer, or has no record of this organization
 */
export async function askDns(
  platform: Platform,
  { organizationId, domain }: ProviderDomain,
): Promise<void> {
  const { store, findTexts } = platform;
  const { read } = store;
  if (!(await read.providerDomains.find({ organizationId, domain }))) throw notFound("domain");
  const { name, value } = proofRecord(platform, { organizationId, domain });
  const texts = await findTexts(name);
  if (texts === null) {
    throw new RuleError("conflict", `DNS does not answer for ${name}. Try again later.`);
  }
  const owner = await read.ownedDomains.find({ domain });
  if (owner?.proof === "dns" && !texts.includes(proofRecord(platform, owner).value)) {
    const actor = { organizationId: owner.organizationId, name: DNS };
    await runChange(platform, actor, (change) => releaseDomain(change, domain));
  }
  if (texts.includes(value)) return;
  const message = `DNS has no record of the type TXT for ${name} with the text ${value}. It may take a while until a new record is seen.`;
  throw new RuleError("conflict", message);
}

/**
 * Confirms that a domain is the organization's.
 *
 * @throws {RuleError} `conflict` if it is another's
 */
export async function confirmDomain(
  { tx, organizationId, at, record }: Change,
  { domain, proof }: { readonly domain: string; readonly proof: DomainProof },
): Promise<void> {
  const owner = await tx.ownedDomains.find({ domain });
  if (owner && owner.organizationId !== organizationId) throw notYours(domain);
  // The operator's word stays, whatever DNS says.
  if (owner?.proof === "operator" || owner?.proof === proof) return;
  await tx.ownedDomains.put({ domain, organizationId, proof, createdAt: at }, ["domain"]);
  const changes = { proof: [owner?.proof ?? null, proof] } as const;
  record({ action: "confirm", resource: "domain", resourceId: domain, name: domain, changes });
}

/** Ends that a domain is known to be the organization's. */
export async function releaseDomain(
  { tx, organizationId, record }: Change,
  domain: string,
): Promise<void> {
  const [removed] = await tx.ownedDomains.remove({ domain, organizationId });
  if (!removed) return;
  const changes = { proof: [removed.proof, null] } as const;
  record({ action: "release", resource: "domain", resourceId: domain, name: domain, changes });
}

/**
 * Confirms, on behalf of the operator, the domains of an organization that was alone until now:
 * its people sign in there already, and another organization must not be able to end that.
 */
export async function confirmNamed(platform: Platform, actor: string): Promise<void> {
  const { read } = platform.store;
  const organizationId = await onlyOrganization(read);
  if (organizationId === null) return;
  const named = await read.providerDomains.list({ organizationId });
  await runChange(platform, { organizationId, name: actor }, async (change) => {
    for (const { domain } of named) await confirmDomain(change, { domain, proof: "operator" });
  });
}

/** Bound to the installation, the organization and the domain: no other can use it. */
function proofRecord(
  { vault }: Pick<Platform, "vault">,
  { organizationId, domain }: ProviderDomain,
): ProofRecord {
  const code = vault.hash("domain-proof", `${organizationId} ${domain}`);
  return { name: `${LABEL}.${domain}`, value: `docgate-domain=${code}` };
}

function notYours(domain: string): RuleError {
  const message = `The domain "${domain}" is not free. If it is yours, ask the operator of docgate to reserve it for you.`;
  return taken("domains", message);
}
