import type { Queries } from "../../store/queries.ts";
import type { ApiKey } from "../../store/rows.ts";
import { openSecretKey } from "../secrets/sealed-fields.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Outgoing } from "./dispatcher.ts";
import { type CertificateKind, certificateBody, type NoticeKind, refreshBody } from "./kinds.ts";
import { LEASE_MS } from "./notice-log.ts";
import { loggedUrl } from "./target.ts";

/** Writes notices to the log as pending, and returns those to send after the commit. */
export interface Preparation {
  /** Prepares a refresh notice; none for a key without a webhook. */
  refresh(apiKeyId: string, kinds: readonly NoticeKind[]): Promise<readonly Outgoing[]>;
  /** Prepares the bound certificate, or the notice that there is none now. */
  certificate(apiKeyId: string, kind: CertificateKind): Promise<readonly Outgoing[]>;
  /** Prepares a refresh notice without kinds, for a webhook bound to a key or not. */
  test(webhookId: string): Promise<readonly Outgoing[]>;
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
}

export function prepareNotices(options: PreparationOptions): Preparation {
  const { tx, vault, newId, organizationId, at } = options;

  async function log({ body, ...draft }: Draft): Promise<readonly Outgoing[]> {
    const id = newId();
    const { notificationUrl: url } = (await tx.webhooks.find({ id: draft.webhookId }))!;
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
    });
    return [{ id, apiKeyId: draft.apiKeyId, url, kinds: draft.kinds, body }];
  }

  /** Composes the one notice that carries data (PIA §6). */
  async function deliveryOf({ certificateId }: ApiKey): Promise<string> {
    const certificate = await tx.certificates.find({ id: certificateId! });
    const { publicCertificate: cert } = certificate!;
    return certificateBody("r_cert", { cert, key: await openSecretKey(vault, certificate!) });
  }

  return {
    async refresh(apiKeyId, kinds) {
      const { webhookId } = (await tx.apiKeys.find({ id: apiKeyId })) ?? {};
      return webhookId ? log({ apiKeyId, webhookId, kinds, body: refreshBody(kinds) }) : [];
    },
    async certificate(apiKeyId, kind) {
      const key = await tx.apiKeys.find({ id: apiKeyId });
      if (!key?.webhookId) return [];
      const body = kind === "r_cert" ? await deliveryOf(key) : certificateBody(kind);
      return log({ apiKeyId, webhookId: key.webhookId, kinds: [kind], body });
    },
    async test(webhookId) {
      const key = await tx.apiKeys.find({ webhookId });
      return log({ apiKeyId: key?.id ?? null, webhookId, kinds: [], body: refreshBody([]) });
    },
  };
}
