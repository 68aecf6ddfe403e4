import type { Queries } from "../../store/queries.ts";
import type { ApiKey, Notice, Webhook } from "../../store/rows.ts";
import { lifeFault } from "../keys/key-state.ts";
import { openSecretKey, openSigningSecrets } from "../secrets/sealed-fields.ts";
import type { Vault } from "../secrets/vault.ts";
import type { NoticeSigning, Outgoing } from "./dispatcher.ts";
import { type CertificateKind, certificateBody, type NoticeKind, refreshBody } from "./kinds.ts";
import { LEASE_MS } from "./notice-log.ts";
import { loggedUrl } from "./target.ts";

/** Writes notices to the log as pending, and returns those to send after the commit. */
export interface Preparation {
  /** Prepares a refresh notice; none for a key that has no webhook, is paused or has expired. */
  refresh(apiKeyId: string, kinds: readonly NoticeKind[]): Promise<readonly Outgoing[]>;
  /** Prepares the last notice of a key that has just been paused. */
  paused(apiKeyId: string): Promise<readonly Outgoing[]>;
  /** Prepares the bound certificate, or the notice that there is none now. */
  certificate(apiKeyId: string, kind: CertificateKind): Promise<readonly Outgoing[]>;
  /** Prepares a refresh notice without kinds, for a webhook bound to a key or not. */
  test(webhookId: string): Promise<readonly Outgoing[]>;
  /** Prepares a notice of the same kinds once more. */
  again(notice: Notice): Promise<readonly Outgoing[]>;
}

export interface PreparationOptions {
  readonly tx: Queries;
  readonly vault: Vault;
  readonly newId: () => string;
  readonly organizationId: string;
  /** The time of the change. */
  readonly at: string;
}

interface Draft {
  readonly apiKeyId: string | null;
  readonly webhookId: string;
  readonly kinds: readonly string[];
  readonly body: string;
  readonly resendOf?: string | undefined;
}

export function prepareNotices(options: PreparationOptions): Preparation {
  const { tx, vault, newId, organizationId, at } = options;

  async function log({ body, resendOf, ...draft }: Draft): Promise<readonly Outgoing[]> {
    const id = newId();
    const webhook = (await tx.webhooks.find({ id: draft.webhookId }))!;
    const { notificationUrl: url } = webhook;
    await tx.notices.insert({
      ...draft,
      id,
      organizationId,
      url: loggedUrl(url),
      state: "pending",
      httpStatus: null,
      error: null,
      durationMs: null,
      createdAt: at,
      leaseUntil: new Date(Date.parse(at) + LEASE_MS).toISOString(),
      resendOf: resendOf ?? null,
    });
    const signing = await signingOf(webhook);
    const { apiKeyId, kinds } = draft;
    return [{ id, apiKeyId, url, kinds, body, ...(signing && { signing }) }];
  }

  async function signingOf(webhook: Webhook): Promise<NoticeSigning | undefined> {
    const { id: webhookId, signing: scheme } = webhook;
    if (scheme === "none") return undefined;
    if (scheme === "v1a") return { webhookId, scheme };
    return { webhookId, scheme, secrets: await openSigningSecrets(vault, { webhook, at }) };
  }

  /** Composes the one notice that carries data (PIA §6). */
  async function deliveryOf({ certificateId }: ApiKey): Promise<string> {
    const certificate = await tx.certificates.find({ id: certificateId! });
    const { publicCertificate: cert } = certificate!;
    return certificateBody("r_cert", { cert, key: await openSecretKey(vault, certificate!) });
  }

  /** Finds a key that may get notices. */
  async function findLive(apiKeyId: string): Promise<ApiKey | undefined> {
    const key = await tx.apiKeys.find({ id: apiKeyId });
    return key && lifeFault(key, await tx.installation.nowMs()) === null ? key : undefined;
  }

  async function refresh(apiKeyId: string, kinds: readonly string[], resendOf?: string) {
    return refreshFor(await findLive(apiKeyId), kinds, resendOf);
  }

  async function refreshFor(key: ApiKey | undefined, kinds: readonly string[], resendOf?: string) {
    if (!key?.webhookId) return [];
    const { id: apiKeyId, webhookId } = key;
    return log({ apiKeyId, webhookId, kinds, body: refreshBody(kinds), resendOf });
  }

  async function certificate(apiKeyId: string, kind: CertificateKind, resendOf?: string) {
    const key = await findLive(apiKeyId);
    if (!key?.webhookId) return [];
    const body = kind === "r_cert" ? await deliveryOf(key) : certificateBody(kind);
    return log({ apiKeyId, webhookId: key.webhookId, kinds: [kind], body, resendOf });
  }

  async function test(webhookId: string, resendOf?: string) {
    const key = await tx.apiKeys.find({ webhookId });
    const apiKeyId = key?.id ?? null;
    return log({ apiKeyId, webhookId, kinds: [], body: refreshBody([]), resendOf });
  }

  return {
    refresh: (apiKeyId, kinds) => refresh(apiKeyId, kinds),
    async paused(apiKeyId) {
      const kinds: readonly NoticeKind[] = ["r_api_keys"];
      return refreshFor(await tx.apiKeys.find({ id: apiKeyId }), kinds);
    },
    certificate: (apiKeyId, kind) => certificate(apiKeyId, kind),
    test: (webhookId) => test(webhookId),
    again({ id, apiKeyId, webhookId, kinds }) {
      const [kind] = kinds;
      if (apiKeyId === null || kind === undefined) return test(webhookId, id);
      if (kind === "r_cert" || kind === "r_cert_delete") return certificate(apiKeyId, kind, id);
      return refresh(apiKeyId, kinds, id);
    },
  };
}
