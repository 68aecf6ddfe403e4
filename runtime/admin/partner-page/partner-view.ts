import type { PartnerFacts } from "../../partner/chain/env-file.ts";
import { type KeyState, keyState } from "../../partner/keys/key-state.ts";
import type { Platform } from "../../partner/platform.ts";
import type {
  Certificate,
  Client,
  Contract,
  KeyCalls,
  Notice,
  PartnerCall,
  Refusals,
  Webhook,
} from "../../store/rows.ts";
import type { PartnerSession } from "./partner-links.ts";

/** Number of entries of each log that the page shows. */
const SHOWN = 10;

/** Everything that the page shows of a key. Nothing in it is secret. */
export interface PartnerView extends PartnerSession {
  /** The organization that gives the partner access. */
  readonly organization: string;
  readonly state: KeyState;
  /** The parts that are bound to the key; undefined where nothing is. */
  readonly client: Client | undefined;
  readonly certificate: Certificate | undefined;
  readonly contract: Contract | undefined;
  readonly webhook: Webhook | undefined;
  /** Counts by the hour and by the day. */
  readonly counts: readonly KeyCalls[];
  /** Single calls, if they are logged. Newest first, as the next two. */
  readonly calls: readonly PartnerCall[];
  readonly refusals: readonly Refusals[];
  readonly notices: readonly Notice[];
}

/** Reads what the page of a partner shows. */
export async function readPartnerView(
  { store: { read } }: Platform,
  session: PartnerSession,
): Promise<PartnerView> {
  const { key } = session;
  const { id: apiKeyId, organizationId } = key;
  const page = { values: { apiKeyId: [apiKeyId] }, limit: SHOWN };
  return {
    ...session,
    organization: (await read.organizations.find({ id: organizationId }))!.name,
    state: keyState(key, await read.installation.nowMs()),
    client: await found(read.clients, key.clientId),
    certificate: await found(read.certificates, key.certificateId),
    contract: await found(read.contracts, key.contractId),
    webhook: await found(read.webhooks, key.webhookId),
    counts: await read.calls.callsOf(apiKeyId),
    calls: await read.partnerCalls.page(organizationId, page),
    refusals: await read.calls.refusals(organizationId, { ...page, hasStrangers: false }),
    notices: await read.notices.page(organizationId, page),
  };
}

/** Returns what the partner's server is configured with; null while something is not bound. */
export function partnerFactsOf(
  { key, client, contract, webhook }: PartnerView,
  { publicUrl }: Pick<Platform, "publicUrl">,
): PartnerFacts | null {
  if (!client || !contract || !webhook) return null;
  return {
    baseUrl: publicUrl,
    clientId: client.clientId,
    apiKeyId: key.id,
    contractKey: contract.key,
    origin: webhook.origin,
    notificationUrl: webhook.notificationUrl,
    webhookId: webhook.id,
    signing: webhook.signing,
  };
}

interface Findable<Row> {
  find(where: { readonly id: string }): Promise<Row | undefined>;
}

async function found<Row>(table: Findable<Row>, id: string | null): Promise<Row | undefined> {
  return id === null ? undefined : table.find({ id });
}
