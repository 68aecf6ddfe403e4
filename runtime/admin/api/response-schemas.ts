import * as z from "zod";
import { CONTRACT_KEY_LENGTH } from "../../partner/secrets/secrets.ts";
import { eachSwitch } from "../../store/policy.ts";
import { PERMISSIONS } from "../accounts/permissions.ts";

/** The resources in answers of the admin API. */

const id = z.string();
const boundId = z.string().nullable();
const createdAt = z.iso.datetime();

export const apiKeySchema = z
  .strictObject({
    id,
    name: z.string(),
    displayPrefix: z.string().describe("The only part of the key that is shown again."),
    clientId: boundId,
    certificateId: boundId,
    contractId: boundId,
    webhookId: boundId,
    fullyBound: z.boolean().describe("Only then does the key work for its partner."),
    createdAt,
    updatedAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "ApiKey" });

export const clientSchema = z
  .strictObject({
    id,
    name: z.string(),
    clientId: z.string().describe("The public identifier, `dgc_…`."),
    createdAt,
  })
  .meta({ id: "Client" });

export const certificateSchema = z
  .strictObject({
    id,
    name: z.string(),
    publicCertificate: z.string().describe("PEM."),
    secretKey: z
      .string()
      .optional()
      .describe(
        "The shared secret, empty if there is none. Each time it is shown, a `read-secret` is " +
          "written to the audit log. Left out for administrators without `api-keys`.",
      ),
    hasSecretKey: z
      .boolean()
      .optional()
      .describe("Only with `withoutSecretKey`: whether there is a shared secret."),
    fingerprint: z.string().describe("SHA-256 of the certificate, in hexadecimal digits."),
    notBefore: z.iso.datetime(),
    notAfter: z.iso.datetime(),
    createdAt,
  })
  .meta({ id: "Certificate" });

export const contractSchema = z
  .strictObject({
    id,
    name: z.string(),
    key: z
      .string()
      .length(CONTRACT_KEY_LENGTH)
      .describe("The contract key, shared with the partner."),
    spaceIds: z.array(z.string()),
    ...eachSwitch(() => z.boolean()),
    defaultSystemSpaceIds: z.array(z.string()).describe("In the order of `spaceIds`."),
    defaultOutsideSpaceIds: z.array(z.string()).describe("In the order of `spaceIds`."),
    createdAt,
  })
  .meta({ id: "Contract" });

export const webhookSchema = z
  .strictObject({
    id,
    name: z.string(),
    origin: z.string(),
    notificationUrl: z.string().describe("In normal form."),
    createdAt,
  })
  .meta({ id: "Webhook" });

export const spaceSchema = z
  .strictObject({ id, title: z.string(), description: z.string(), createdAt })
  .meta({ id: "Space" });

export const agentSchema = z
  .strictObject({
    id,
    spaceId: z.string(),
    agentId: z.string().describe("The slug."),
    displayName: z.string(),
    startFlow: z.string(),
    startNode: z.string(),
    active: z.boolean(),
    createdAt,
  })
  .meta({ id: "Agent" });

export const consumerSchema = z
  .strictObject({
    id,
    contractId: z.string(),
    email: z.string(),
    registration: z.enum(["system", "outside"]),
    createdAt,
    lastSignInAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Consumer" });

export const noticeSchema = z
  .strictObject({
    id,
    apiKeyId: z.string().nullable(),
    webhookId: z.string(),
    kinds: z.array(z.string()),
    url: z.string().describe("Without the query."),
    state: z.enum(["pending", "delivered", "failed", "refused"]),
    httpStatus: z.int().nullable(),
    error: z.string().nullable(),
    durationMs: z.number().nullable(),
    createdAt,
  })
  .meta({ id: "Notice" });

export const auditSchema = z
  .strictObject({
    id,
    at: z.iso.datetime(),
    admin: z.string().describe("The administrator's address, or the name of another actor."),
    action: z.string(),
    resource: z.string(),
    resourceId: z.string(),
    name: z.string(),
    changes: z
      .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
      .describe("Field → [before, after], without secrets."),
  })
  .meta({ id: "AuditEntry" });

export const administratorSchema = z
  .strictObject({
    email: z.string(),
    permissions: z.array(z.enum(PERMISSIONS)),
    organization: z.strictObject({ id: z.string(), name: z.string() }),
  })
  .meta({ id: "Administrator" });
