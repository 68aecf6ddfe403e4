import type { PartnerFacts } from "../../../partner/chain/env-file.ts";
import type { ApiKey, Certificate, Client, Contract, Webhook } from "../api/types.ts";
import type { ChainFacts } from "./draft.ts";

/** The facts to give to the partner, without secrets. */
export interface HandOver extends PartnerFacts {
  /** SHA-256 of the certificate. */
  readonly fingerprint: string;
  /** Null if the person may not know. */
  readonly hasSharedSecret: boolean | null;
}

interface HandOverOptions {
  readonly baseUrl: string;
}

export function handOverOf({ items }: ChainFacts, { baseUrl }: HandOverOptions): HandOver {
  const webhook = items.webhook as Webhook;
  const certificate = items.certificate as Certificate;
  return {
    baseUrl,
    clientId: (items.client as Client).clientId,
    apiKeyId: (items.apiKey as ApiKey).id,
    contractKey: (items.contract as Contract).key,
    origin: webhook.origin,
    notificationUrl: webhook.notificationUrl,
    webhookId: webhook.id,
    signing: webhook.signing,
    fingerprint: certificate.fingerprint,
    hasSharedSecret: certificate.hasSecretKey ?? null,
  };
}

/** Returns docgate's address, as this page was opened with it. */
export function pageBaseUrl(): string {
  return new URL(".", window.location.href).href.replace(/\/$/, "");
}
