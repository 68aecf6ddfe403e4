import * as z from "zod";
import { KEY_STATES } from "../../partner/keys/key-state.ts";
import { CONTRACT_KEY_LENGTH } from "../../partner/secrets/secrets.ts";
import { eachSwitch } from "../../store/policy.ts";
import { SIGN_IN_WAYS, SIGNINGS, type SignInPolicy } from "../../store/rows.ts";
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
    fullyBound: z.boolean().describe("Whether all four are bound."),
    active: z.boolean(),
    expiresAt: z.iso.datetime().nullable(),
    networks: z.array(z.string()).nullable().describe("In normal form."),
    requestsPerMinute: z.int().nullable(),
    state: z
      .enum(KEY_STATES)
      .describe("Only while it is `working` does the key work for its partner."),
    createdAt,
    updatedAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "ApiKey" });

export const partnerLinkSchema = z
  .strictObject({
    mayRotate: z.boolean(),
    showsCauses: z.boolean(),
    createdAt,
    openedAt: z.iso
      .datetime()
      .nullable()
      .describe("When the link was opened; null until then, as the next two."),
    network: z
      .string()
      .nullable()
      .describe("Where: an IPv4 address, or the first 64 bits of one of IPv6."),
    device: z.string().nullable().describe("With which browser, in words."),
    expiresAt: z.iso.datetime().describe("The end of the link, and then of the session."),
  })
  .meta({ id: "PartnerLink" });

export const clientSchema = z
  .strictObject({
    id,
    name: z.string(),
    clientId: z.string().describe("The public identifier, `dgc_…`."),
    previousSecretUntil: z.iso
      .datetime()
      .nullable()
      .describe(
        "Until when the secret before the last rotation works too; null if there was no overlap.",
      ),
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
    signing: z.enum(SIGNINGS),
    previousSecretUntil: z.iso
      .datetime()
      .nullable()
      .describe(
        "With `v1`: until when notices have a signature with the secret before the last rotation " +
          "too; null if there was no overlap.",
      ),
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
    resendOf: z.string().nullable().describe("The earlier notice that this one repeats."),
  })
  .meta({ id: "Notice" });

export const auditSchema = z
  .strictObject({
    id,
    at: z.iso.datetime(),
    admin: z.string().describe("The administrator's address, or the name of another actor."),
    network: z
      .string()
      .nullable()
      .describe(
        "Where the request came from: an IPv4 address, or the first 64 bits of one of IPv6; null for " +
          "what was not a request to the API.",
      ),
    action: z.string(),
    resource: z.string(),
    resourceId: z.string(),
    name: z.string(),
    changes: z
      .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
      .describe("Field → [before, after], without secrets."),
    sequence: z.int().describe("Its number in the organization, from 1."),
    previousHash: z
      .string()
      .nullable()
      .describe("SHA-256 of the entry before, as `docgate audit export` prints it."),
  })
  .meta({ id: "AuditEntry" });

const count = z.int().min(1);

export const refusalsSchema = z
  .strictObject({
    id,
    hour: z.iso.datetime().describe("Start of the hour."),
    apiKeyId: id
      .nullable()
      .describe(
        "The key whose webhook has the Origin, or the one that was meant; null if none has.",
      ),
    meantOrigin: z
      .string()
      .nullable()
      .describe(
        "The Origin of a webhook that was probably meant: it has the same host. Null if a webhook has " +
          "the Origin itself, or none is near.",
      ),
    origin: z.string().describe("As sent; `(other)` for those of too many Origins."),
    endpoint: z.string().describe("Method and path; `(other)` if there is no such operation."),
    reason: z.string(),
    count,
    lastAt: z.iso.datetime().describe("The time of the last one."),
  })
  .meta({ id: "Refusals" });

export const partnerCallSchema = z
  .strictObject({
    id,
    requestId: z.string().describe("The `X-Request-Id` of the answer."),
    at: z.iso.datetime(),
    apiKeyId: id.nullable().describe("The key whose webhook has the Origin."),
    origin: z.string(),
    endpoint: z.string().describe("Method and path; `(other)` if there is no such operation."),
    outcome: z.string().describe("`ok`, the reason of a refusal, or `status-` and the status."),
    status: z.int(),
    durationMs: z.int(),
    network: z.string().describe("Where it came from: an IPv4 address, or 64 bits of one of IPv6."),
  })
  .meta({ id: "PartnerCall" });

const searches = z.int().min(0);

export const searchGapSchema = z
  .strictObject({
    query: z.string().describe("In lower case."),
    nothing: searches.describe("Searches that found nothing."),
    corrected: searches.describe(
      "Searches in which a word was corrected, and none of the places was opened.",
    ),
    unopened: searches.describe("Other searches after which none of the places was opened."),
    nearest: z.array(z.string()).describe("Slugs of the first places that it finds now."),
    lacking: z.array(z.string()).describe("Words that the docs or the first place lack."),
  })
  .meta({ id: "SearchGap" });

export const callsSchema = z
  .strictObject({
    period: z.enum(["hour", "day"]),
    start: z.iso.datetime().describe("Start of the hour or day, in UTC."),
    endpoint: z.string().describe("Method and path; `(other)` if there is no such operation."),
    outcome: z.string().describe("`ok`, the reason of a refusal, or `status-` and the status."),
    count,
  })
  .meta({ id: "Calls" });

const permissions = z.array(z.enum(PERMISSIONS));
const time = z.iso.datetime().nullable();

export const teamMemberSchema = z
  .strictObject({
    id,
    email: z.string(),
    permissions,
    state: z.enum(["active", "invited"]),
    createdAt,
    expiresAt: time.describe("End of the invitation; null for an administrator."),
    lastSignInAt: time.describe("Accurate to a minute; null if there has been no sign-in."),
    sessions: z.int().describe("Number of live sessions."),
    tokens: z.int().describe("Number of tokens for scripts."),
    hasSecondFactor: z.boolean(),
  })
  .meta({ id: "TeamMember" });

export const invitationDetailsSchema = z
  .strictObject({
    email: z.string(),
    organization: z.string(),
    inviter: z.string().describe("The email of the administrator who invites."),
    permissions,
    expiresAt: z.iso.datetime(),
    ways: z
      .array(z.enum(["password", "provider"]))
      .describe("How it can be accepted: with a new password, or by signing in at the provider."),
  })
  .meta({ id: "InvitationDetails" });

export const adminTokenSchema = z
  .strictObject({
    id,
    name: z.string(),
    permissions: permissions.nullable().describe("Null: always those of the administrator."),
    createdAt,
    expiresAt: time.describe("Null: never."),
    lastUsedAt: time.describe("Accurate to a minute; null if it was never used."),
  })
  .meta({ id: "AdminToken" });

export const administratorSchema = z
  .strictObject({
    email: z.string(),
    permissions: z.array(z.enum(PERMISSIONS)),
    organization: z.strictObject({ id: z.string(), name: z.string() }),
    lacksSecondFactor: z
      .literal(true)
      .optional()
      .describe("There if the organization requires a second factor that the sign-in was without."),
  })
  .meta({ id: "Administrator" });

export const sessionSchema = z
  .strictObject({
    id,
    way: z.enum(SIGN_IN_WAYS).describe("How it began."),
    network: z.string().describe("Where it began: an IPv4 address, or 64 bits of one of IPv6."),
    device: z.string().describe("The browser with which it began, in words."),
    createdAt,
    lastSeenAt: z.iso.datetime().describe("Accurate to a minute."),
    isCurrent: z.boolean().describe("Whether it is the session of this request."),
  })
  .meta({ id: "Session" });

export const passkeySchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    createdAt,
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Passkey" });

export const factorsSchema = z
  .strictObject({
    totp: z.strictObject({ createdAt }).nullable().describe("An authenticator app."),
    passkeys: z.array(passkeySchema),
    recoveryCodes: z.int().describe("How many are left."),
  })
  .meta({ id: "Factors" });

export const signInPolicySchema = z.strictObject({
  requiresSecondFactor: z
    .boolean()
    .describe("Who signed in with a password alone can then only set up a second factor."),
  allowsPasswords: z
    .boolean()
    .describe("If not, administrators sign in with a passkey or at the provider."),
} satisfies Record<keyof SignInPolicy, z.ZodBoolean>);

export const organizationSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    ...signInPolicySchema.shape,
    provider: z
      .strictObject({
        issuer: z.string(),
        clientId: z.string(),
        hasClientSecret: z.boolean(),
        domains: z.array(z.string()),
        newPermissions: permissions.nullable(),
      })
      .nullable()
      .describe("The OpenID provider at which administrators can sign in."),
    domains: z
      .array(
        z.strictObject({
          domain: z.string(),
          proof: z
            .enum(["operator", "dns"])
            .nullable()
            .describe("How it is known that the domain is yours; null: it is not known."),
          inUse: z
            .boolean()
            .describe("Whether people with an address of the domain sign in at the provider."),
          record: z
            .strictObject({ name: z.string(), value: z.string() })
            .describe("The record of the type TXT in DNS that proves it."),
        }),
      )
      .describe("The domains of the provider."),
    redirectUri: z.string().describe("To be registered at a provider."),
  })
  .meta({ id: "Organization" });
