import {
  type ApiKeyFields,
  createApiKey,
  newApiKeySecret,
} from "../../runtime/partner/chain/api-keys.ts";
import {
  type CreateCertificate,
  createCertificate,
  issueKeyPair,
} from "../../runtime/partner/chain/certificates.ts";
import { createClient, newClientSecret } from "../../runtime/partner/chain/clients.ts";
import { type ContractFields, createContract } from "../../runtime/partner/chain/contracts.ts";
import { createSpace } from "../../runtime/partner/chain/spaces.ts";
import { createWebhook } from "../../runtime/partner/chain/webhooks.ts";
import { type Actor, type Change, runChange } from "../../runtime/partner/change.ts";
import type { Platform } from "../../runtime/partner/platform.ts";
import { sealSecretKey } from "../../runtime/partner/secrets/sealed-fields.ts";
import type {
  ApiKey,
  Certificate,
  Client,
  Contract,
  Space,
  Webhook,
} from "../../runtime/store/rows.ts";

/** Runs one change and returns its result. */
export async function changed<Result>(
  platform: Platform,
  actor: Actor,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  return (await runChange(platform, actor, work)).result;
}

/** A fully bound key with everything bound to it. */
export interface TestChain {
  readonly apiKey: ApiKey;
  /** The raw key. */
  readonly key: string;
  readonly client: Client;
  readonly clientSecret: string;
  readonly certificate: Certificate;
  readonly contract: Contract;
  readonly space: Space;
  readonly webhook: Webhook;
}

export interface TestChainOptions {
  readonly actor: Actor;
  /** Names everything, and is part of the webhook's origin and address. */
  readonly name: string;
  readonly secretKey?: string;
}

/** Creates an access chain of one key, with one space in its contract. */
export async function createTestChain(
  platform: Platform,
  { actor, name, secretKey = "" }: TestChainOptions,
): Promise<TestChain> {
  const clientSecret = newClientSecret(platform.vault);
  const apiKeySecret = newApiKeySecret(platform.vault);
  const certificateRow = await prepareCertificate(platform, { name, secretKey });
  return changed(platform, actor, async (change) => {
    const client = await createClient(change, { fields: { name }, secret: clientSecret });
    const certificate = await createCertificate(change, certificateRow);
    const space = await createSpace(change, { title: name, description: "" });
    const contract = await createContract(change, contractFields({ name, spaceIds: [space.id] }));
    const webhook = await createWebhook(change, {
      id: platform.newId(),
      secret: undefined,
      fields: {
        name,
        origin: `https://${name.toLowerCase()}.test`,
        notificationUrl: `https://${name.toLowerCase()}.test/notices`,
      },
      allow: platform.allowance,
    });
    const fields: ApiKeyFields = {
      name,
      clientId: client.id,
      certificateId: certificate.id,
      contractId: contract.id,
      webhookId: webhook.id,
    };
    const apiKey = await createApiKey(change, { fields, secret: apiKeySecret });
    return {
      apiKey,
      key: apiKeySecret.key,
      client,
      clientSecret: clientSecret.clientSecret,
      certificate,
      contract,
      space,
      webhook,
    };
  });
}

export async function prepareCertificate(
  platform: Platform,
  { name, secretKey = "" }: { readonly name: string; readonly secretKey?: string },
): Promise<CreateCertificate> {
  const id = platform.newId();
  const issued = await issueKeyPair(platform, { id, name });
  return {
    id,
    name,
    ...issued,
    secretKey: await sealSecretKey(platform.vault, { id, secretKey }),
  };
}

/** Returns a contract's fields with their defaults. */
export function contractFields(
  fields: Partial<ContractFields> & { readonly name: string },
): ContractFields {
  return {
    spaceIds: [],
    defaultSystemSpaceIds: [],
    defaultOutsideSpaceIds: [],
    outsideRegistration: false,
    otpInsideRegistration: false,
    otpOutsideRegistration: false,
    blockOutsideRegistrationLogins: false,
    blockSystemRegistrationLogins: false,
    ...fields,
  };
}
