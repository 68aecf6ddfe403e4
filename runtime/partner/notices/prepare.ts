import type { Queries } from "../../store/queries.ts";
import type { ApiKey } from "../../store/rows.ts";
import { openSecretKey } from "../secrets/sealed-fields.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Outgoing } from "./dispatcher.ts";
import { certificateBody, type NoticeKind, refreshBody } from "./kinds.ts";
import { LEASE_MS } from "./notice-log.ts";
import { loggedUrl } from "./target.ts";

/** Writes notices to the log, as pending, and gives what is to be sent after the commit. */
export interface Preparation {
  /** A refresh notice; nothing for a key without a webhook. */
  refresh(apiKeyId: string, kinds: readonly NoticeKind[]): Promise<readonly Outgoing[]>;
  /** The bound certificate, or word that there is none any more. */
  certificate(apiKeyId: string, kind: CertificateKind): Promise<readonly Outgoing[]>;
  /** A refresh notice without kinds, whether a key has the webhook or not. */
  test(webhookId: string): Promise<readonly Outgoing[]>;
}

export type CertificateKind = "r_cert" | "r_cert_delete";

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

  /** PIA §6: the one notice that carries data. */
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
