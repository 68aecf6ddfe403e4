import * as z from "zod";
import type { Webhook } from "../../http/operation.ts";
import { certificateBody, REFRESH_KINDS, refreshBody } from "../notices/kinds.ts";

/** The headers of a signed notice, as `signNotice` writes them. */
const headers = z
  .object({
    "webhook-id": z
      .string()
      .describe(
        "Id of the webhook, `_` and the id of the notice. It is signed: refuse a notice for another " +
          "webhook, and accept each once.",
      ),
    "webhook-timestamp": z.string().describe("When it was sent, in seconds since 1970."),
    "webhook-signature": z
      .string()
      .describe(
        "The `signing` of the webhook, a comma, and the signature of `{webhook-id}.{timestamp}.{body}` " +
          "in Base64: `v1` is HMAC-SHA256 with the webhook's secret, `v1a` Ed25519 with a key of " +
          "docgate. Several, separated by spaces, while a secret or key is replaced.",
      ),
    "docgate-key-id": z
      .string()
      .describe(
        "With `v1a`: ids of the keys of these signatures, in the same order. The keys are at " +
          "`/.well-known/docgate-notice-keys.json`.",
      ),
  })
  .partial();

const SIGNED = "Has these headers unless `signing` of the webhook is `none`.";

const notice = { tag: "Notices", headers };

const refreshNotice = z
  .object({ "synch-data": z.array(z.enum(REFRESH_KINDS)).describe("Empty: a test.") })
  .meta({ id: "RefreshNotice" });

const certificateDelivery = z
  .object({
    "synch-data": z.literal("r_cert"),
    type: z.literal("resource"),
    result: z.object({
      cert: z.string().describe("The certificate that verifies consumers' tokens, PEM."),
      key: z.string().describe("The shared secret; empty if there is none."),
    }),
  })
  .meta({ id: "CertificateDelivery" });

const certificateRemoval = z
  .object({ "synch-data": z.literal("r_cert_delete"), type: z.literal("resource") })
  .meta({ id: "CertificateRemoval" });

const PEM = "-----BEGIN CERTIFICATE-----\nMIIBzTCCAXOgAwIBAgIQ…\n-----END CERTIFICATE-----\n";

/** Every notice of PIA §6, which docgate POSTs to the notification URL. */
export const PARTNER_WEBHOOKS: readonly Webhook[] = [
  {
    name: "refresh",
    operationId: "receiveRefresh",
    summary: "Something changed: read it again",
    description: `Lists the kinds of things to read again; it carries no data. ${SIGNED}`,
    ...notice,
    body: refreshNotice,
    example: JSON.parse(refreshBody(["r_space", "r_agent"])),
  },
  {
    name: "certificate",
    operationId: "receiveCertificate",
    summary: "The certificate is delivered",
    description: `Sent after a claim, a rotation or a wake. ${SIGNED}`,
    ...notice,
    body: certificateDelivery,
    example: JSON.parse(certificateBody("r_cert", { cert: PEM, key: "a-shared-secret-of-both" })),
  },
  {
    name: "certificateRemoval",
    operationId: "receiveCertificateRemoval",
    summary: "The certificate is gone",
    description: `The certificate was unbound, replaced or deleted: trust it no longer. ${SIGNED}`,
    ...notice,
    body: certificateRemoval,
    example: JSON.parse(certificateBody("r_cert_delete")),
  },
];
