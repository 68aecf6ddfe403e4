import * as z from "zod";
import { validate } from "../../http/json.ts";
import { eachSwitch } from "../../store/policy.ts";
import { SIGNINGS } from "../../store/rows.ts";
import { type Actor, type Change, runChange } from "../change.ts";
import type { Allowance } from "../notices/target.ts";
import type { Platform } from "../platform.ts";
import { createApiKey, newApiKeySecret } from "./api-keys.ts";
import { createCertificate, issueKeyPair } from "./certificates.ts";
import { createClient, newClientSecret } from "./clients.ts";
import { createContract } from "./contracts.ts";
import type { PartnerFacts } from "./env-file.ts";
import { name, notificationUrlWithin, origin, title } from "./fields.ts";
import { explainClash, invalid } from "./rule-error.ts";
import { createSpace } from "./spaces.ts";
import { createWebhook, secretFor } from "./webhooks.ts";

export interface NewAccessChain {
  /** The name of the API key and of everything that is bound to it. */
  readonly name: string;
  readonly origin: string;
  readonly notificationUrl: string;
  /** Titles or ids of the spaces that the partner may offer; a new title creates a space. */
  readonly spaces: readonly string[];
  /** How notices are signed: one of `SIGNINGS`. Default: `v1a`. */
  readonly signing?: string | undefined;
}

/** A fully bound API key, as its administrator hands it over. */
export interface AccessChain extends Omit<PartnerFacts, "baseUrl"> {
  /** Shown once. */
  readonly clientSecret: string;
  /** Shown once. */
  readonly rawKey: string;
  /** Shown once; undefined unless `signing` is `v1`. */
  readonly signingSecret: string | undefined;
  /** SHA-256 of the certificate, in hexadecimal digits. */
  readonly fingerprint: string;
  readonly spaces: readonly OfferedSpace[];
}

export interface OfferedSpace {
  readonly id: string;
  readonly title: string;
  readonly isNew: boolean;
}

/**
 * Creates a client, a certificate, a contract, a webhook and the API key that binds them, all or
 * none of it.
 *
 * @throws {RuleError} with all fields that are not valid, or if a name, the origin or a maximum
 *   stands in the way
 */
export async function createAccessChain(
  platform: Platform,
  { actor, wanted }: { readonly actor: Actor; readonly wanted: NewAccessChain },
): Promise<AccessChain> {
  const { vault, allowance: allow } = platform;
  const checked = validate(fieldsWithin(allow), wanted);
  if (!checked.ok) throw invalid(...checked.errors);
  const { spaces: titles, ...chain } = checked.value;
  const webhookId = platform.newId();
  const secret = await secretFor(chain.signing, { vault, id: webhookId });
  const certificateRow = { id: platform.newId(), name: chain.name, secretKey: null };
  const issued = await issueKeyPair(platform, certificateRow);
  const clientSecret = newClientSecret(vault);
  const keySecret = newApiKeySecret(vault);

  async function create(change: Change): Promise<AccessChain> {
    const spaces = await offeredSpaces(change, titles);
    const spaceIds = spaces.map(({ id }) => id);
    const webhook = await createWebhook(change, { id: webhookId, fields: chain, allow, secret });
    const certificate = await createCertificate(change, { ...certificateRow, ...issued });
    const contract = await createContract(change, {
      name: chain.name,
      spaceIds,
      defaultSystemSpaceIds: spaceIds,
      defaultOutsideSpaceIds: spaceIds,
      ...eachSwitch(() => false),
    });
    const client = await createClient(change, { fields: chain, secret: clientSecret });
    const apiKey = await createApiKey(change, {
      fields: {
        name: chain.name,
        clientId: client.id,
        certificateId: certificate.id,
        contractId: contract.id,
        webhookId: webhook.id,
      },
      secret: keySecret,
    });
    return {
      clientId: client.clientId,
      clientSecret: clientSecret.clientSecret,
      apiKeyId: apiKey.id,
      rawKey: keySecret.key,
      contractKey: contract.key,
      webhookId,
      signingSecret: secret?.signingSecret,
      origin: webhook.origin,
      notificationUrl: webhook.notificationUrl,
      signing: webhook.signing,
      fingerprint: certificate.fingerprint,
      spaces,
    };
  }

  const { result } = await runChange(platform, actor, create).catch((error) => {
    throw explainClash(error);
  });
  return result;
}

function fieldsWithin(allow: Allowance) {
  return z.strictObject({
    name,
    origin,
    notificationUrl: notificationUrlWithin(allow),
    spaces: z.array(title),
    signing: z.enum(SIGNINGS).default("v1a"),
  });
}

/** Finds each space by its id or title, or creates it. @throws {RuleError} if two have the title */
async function offeredSpaces(
  change: Change,
  titles: readonly string[],
): Promise<readonly OfferedSpace[]> {
  const { tx, organizationId } = change;
  const known = await tx.spaces.list({ organizationId });
  const offered: OfferedSpace[] = [];
  for (const wanted of new Set(titles)) {
    const found = known.filter(({ id, title }) => id === wanted || title === wanted);
    if (found.length > 1) {
      const message = `${found.length} spaces have the title "${wanted}": give the id of one.`;
      throw invalid({ path: "spaces", message });
    }
    const space = found[0] ?? (await createSpace(change, { title: wanted, description: "" }));
    offered.push({ id: space.id, title: space.title, isNew: found.length === 0 });
  }
  return offered;
}
