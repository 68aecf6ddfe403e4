import * as z from "zod";
import { eachSwitch } from "../../store/policy.ts";
import { CODE_PATTERN, CONTRACT_KEY_LENGTH } from "../secrets/secrets.ts";

/** The bodies that the Partner Integration API sends and receives (PIA §2, PIA §4, PIA §7). */

const policySwitches = eachSwitch(() => z.boolean());
const contractKey = z.string().length(CONTRACT_KEY_LENGTH);

export const partnerAgent = z
  .strictObject({
    id: z.string(),
    agentId: z.string().describe("The slug that opens a chat and names the front settings."),
    displayName: z.string(),
    startFlow: z.string(),
    startNode: z.string(),
    active: z.boolean(),
  })
  .meta({ id: "PartnerAgent" });

export const partnerSpace = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    agents: z.array(partnerAgent),
  })
  .meta({ id: "PartnerSpace" });

export const consumerContract = z
  .strictObject({
    id: z.string(),
    apiKeyId: z.string().describe("Id of the caller's API key."),
    name: z.string(),
    key: contractKey.describe("The contract key, shared with the partner."),
    createdAt: z.iso.datetime(),
    spaces: z.array(z.strictObject({ id: z.string(), title: z.string() })),
    ...policySwitches,
  })
  .describe("The five switches hold mapped defaults here; the consumer policy has the live values.")
  .meta({ id: "ConsumerContract" });

export const consumerPolicy = z
  .strictObject({
    id: z.string(),
    key: contractKey,
    ...policySwitches,
    defaultSystemSpaces: z.array(z.string()),
    defaultOutsideSpaces: z.array(z.string()),
  })
  .meta({ id: "ConsumerPolicy" });

export const frontSettings = z.record(z.string(), z.unknown()).meta({ id: "FrontSettings" });

export const applicationToken = z
  .strictObject({ type: z.literal("Bearer"), access_token: z.string() })
  .meta({ id: "ApplicationToken" });

export const certificateCode = z
  .strictObject({ code: z.string().regex(CODE_PATTERN) })
  .meta({ id: "CertificateCode" });

export const consumerTokens = z
  .strictObject({ access_token: z.string(), refresh_token: z.string() })
  .meta({ id: "ConsumerTokens" });

/** The envelope of the reads (PIA §2). */
export function envelope<Result extends z.ZodType>(result: Result) {
  return z.strictObject({
    success: z.literal(true),
    status: z.literal(200),
    message: z.string(),
    result,
  });
}

/** The answer to a sign-in that succeeds. */
export const signedIn = z.strictObject({
  success: z.literal(true),
  status: z.literal(200),
  statusCode: z.literal(200),
  result: consumerTokens,
});

/** The answer to a sign-in for which a passcode was mailed. */
export const verifyPasscode = z.strictObject({
  success: z.literal(true),
  status: z.literal(200),
  statusCode: z.literal(201),
  message: z.literal("Verify"),
  result: z.strictObject({ hash: z.string() }),
});

export const refused = z.strictObject({ success: z.literal(false), status: z.literal(406) });

export const expired = z.strictObject({
  success: z.literal(false),
  message: z.literal("Expired"),
});

export const failure = z
  .strictObject({
    success: z.literal(false),
    status: z.int(),
    message: z.string(),
    errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "PartnerFailure" });

export const claimRefused = z.strictObject({ success: z.literal(false) });

export const mintRefused = z.strictObject({ message: z.literal("Invalid request") });

export const claimBody = z
  .strictObject({ code: z.string().min(1, "must not be empty") })
  .meta({ id: "ClaimBody" });

export const signInBody = z
  .strictObject({ email: z.string(), password: z.string() })
  .meta({ id: "SignInBody" });

export const passcodeBody = z
  .strictObject({
    // Any other value is a wrong pin, not a body of the wrong shape.
    pin: z
      .unknown()
      .refine((pin) => pin !== undefined, "is required")
      .meta({ override: { type: "string", description: "The six digits that were mailed." } }),
    token: z.string().describe("The hash of the Verify answer."),
  })
  .meta({ id: "PasscodeBody" });

export const refreshBody = z
  .strictObject({ refresh_token: z.string() })
  .meta({ id: "RefreshBody" });
