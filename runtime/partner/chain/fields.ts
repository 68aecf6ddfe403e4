import * as z from "zod";
import type { KeyLimits } from "../../store/rows.ts";
import { parseNetwork } from "../keys/networks.ts";
import { isMailAddress, MAX_ADDRESS_BYTES } from "../mail/address.ts";
import { NFC_UNITS } from "../nfc.ts";
import { type Allowance, parseNotificationUrl } from "../notices/target.ts";
import { MAX_PASSWORD_CHARACTERS } from "../secrets/passwords.ts";
import { isOrigin, suggestOrigin, suggestUrl } from "./origin.ts";

/**
 * The fields that administrators fill in, with one rule each. Lengths count Unicode code points
 * after trimming and NFC (CHAIN-C18): an emoji of one code point is one character; a letter with
 * a combining mark that has no composed form is two.
 */

const MAX_NAME = 100;
const MAX_NOTE = 2_000;
const MIN_PASSWORD = 8;
/** Administrators may have no second factor, and may do much. */
const MIN_ADMIN_PASSWORD = 12;
const MAX_ORIGIN = 300;

interface Length {
  readonly min: number;
  readonly max: number;
}

const SECRET_KEY_LENGTH: Length = { min: 16, max: 32 };

/** Text in NFC, trimmed. Text that is too long in any form is not normalised. */
function normalized(maxCharacters: number, error: z.core.$ZodErrorMap | string) {
  return z
    .string()
    .trim()
    .max(maxCharacters * NFC_UNITS, { abort: true, error })
    .normalize("NFC");
}

/** Text for which white space at the ends and the encoding of accents make no difference. */
function text({ min, max }: Length) {
  const error = ({ input }: { input?: unknown }) => lengthMessage(input as string, { min, max });
  return normalized(max, error)
    .refine((value) => !value.includes("\0"), "Must not contain the character U+0000.")
    .refine((value) => isWithin(value, { min, max }), { error })
    .meta({ minLength: min, maxLength: max });
}

function isWithin(value: string, { min, max }: Length): boolean {
  const length = countCharacters(value);
  return min <= length && length <= max;
}

function lengthMessage(value: string, { min, max }: Length): string {
  return `Must have ${min} to ${max} characters, but has ${countCharacters(value)}.`;
}

function countCharacters(value: string): number {
  return Array.from(value).length;
}

/** The name of an API key, client, certificate, contract, webhook or organization. */
export const name = text({ min: 1, max: MAX_NAME }).describe(
  "Unique in the organization, compared exactly after trimming and Unicode NFC. Characters are " +
    "Unicode code points.",
);

/** The title of a space or an agent; it need not be unique. */
export const title = text({ min: 1, max: MAX_NAME });

/** A text that may be empty. */
export const note = text({ min: 0, max: MAX_NOTE });

/** The form of an id; nothing has an id of another form. */
export const ID_PATTERN = /^[0-9A-Za-z-]{1,64}$/;

/** The id of another row; the rules check that the row exists. */
export const reference = z.string().regex(ID_PATTERN, "Must be an id.");

/** The agent's slug. */
export const slug = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/, "Must have 1 to 100 letters A-Z and a-z, digits, or - _ .");

/** An Origin as browsers send it, byte for byte (PIA §2 "Webhook entry"). */
export const origin = z
  .string()
  .max(MAX_ORIGIN)
  .superRefine((text, { addIssue }) => {
    if (isOrigin(text)) return;
    const suggestion = suggestOrigin(text);
    addIssue({
      code: "custom",
      message:
        "Must be an origin as a browser sends it, scheme://host[:port]: http or https, in lower " +
        "case (IDN as punycode), without a default port, a path, a slash or a dot at the end, a " +
        "user name, or a wildcard.",
      params: { suggestion },
    });
  })
  .describe("`scheme://host[:port]`, exactly as the partner's visitors' browsers send it.");

/** Networks of a key. */
const MAX_NETWORKS = 50;
const MAX_REQUESTS_PER_MINUTE = 100_000;
/** An overlap of two secrets of a client. */
export const MAX_OVERLAP_HOURS = 72;

const network = z
  .string()
  .max(100)
  .transform((text, { addIssue }) => {
    const parsed = parseNetwork(text);
    if (parsed.ok) return parsed.network;
    const { suggestion } = parsed;
    const advice =
      suggestion === undefined
        ? "Write a CIDR block such as 192.0.2.0/24 or 2001:db8::/32, or an address."
        : `Its first address is another one: write ${suggestion}.`;
    addIssue({ code: "custom", message: `"${text}" is not a network. ${advice}` });
    return z.NEVER;
  });

/** The fields that limit when, from where and how often a key works (CHAIN-C5a). */
export const keyLimits = {
  active: z.boolean().describe("False: the key is paused, and its partner has no access."),
  expiresAt: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text).toISOString())
    .nullable()
    .describe("A time in the future, from which on the partner has no access; null: never."),
  networks: z
    .array(network)
    .min(1, "Name at least one network, or send null to allow all.")
    .max(MAX_NETWORKS)
    .transform((networks) => [...new Set(networks)])
    .nullable()
    .describe(
      "CIDR blocks or addresses. Mints, reads and the certificate handshake work from these networks " +
        "only; sign-in, which browsers call, works from everywhere. Null: everything works from " +
        "everywhere.",
    ),
  requestsPerMinute: z
    .int()
    .min(1)
    .max(MAX_REQUESTS_PER_MINUTE)
    .nullable()
    .describe("Reads within a minute; further ones are answered 429. Null: any number."),
} satisfies Record<keyof KeyLimits, z.ZodType>;

/** Where notices go. It must be one of the addresses that they may be sent to. */
export function notificationUrlWithin(allow: Allowance) {
  return z.string().superRefine((text, { addIssue }) => {
    const parsed = parseNotificationUrl(text, { allow });
    if (parsed.ok) return;
    const suggestion = parsed.error === "url" ? suggestUrl(text) : undefined;
    addIssue({ code: "custom", message: parsed.problem, params: { suggestion } });
  });
}

const EMAIL_FAULT = `Must be an email address of at most ${MAX_ADDRESS_BYTES} bytes, as name@example.com.`;

/** Uses the same rule as sending: an address that is saved can receive mail. */
export const email = normalized(MAX_ADDRESS_BYTES, EMAIL_FAULT)
  .refine(isMailAddress, EMAIL_FAULT)
  .meta({ maxLength: MAX_ADDRESS_BYTES });

/** A new password of a consumer, taken exactly as given: nothing is trimmed. */
export const newPassword = passwordOf(MIN_PASSWORD);

/** A new password of an administrator. Whether it can be guessed is checked when it is hashed. */
export const newAdminPassword = passwordOf(MIN_ADMIN_PASSWORD).describe(
  "Not one of the most common passwords, and not little more than the name in the email address or " +
    "that of the organization.",
);

function passwordOf(min: number) {
  return z
    .string()
    .min(min, `Must have at least ${min} characters.`)
    .max(MAX_PASSWORD_CHARACTERS, `Must have at most ${MAX_PASSWORD_CHARACTERS} characters.`)
    .meta({ format: "password", writeOnly: true });
}

/**
 * The certificate's shared secret (PIA §2). Text that is empty after trimming clears it, even if it
 * was only blanks; a field left out keeps it; null is refused (ATTACK-H108).
 */
export const secretKey = z
  .string()
  .trim()
  .refine((value) => value === "" || isWithin(value, SECRET_KEY_LENGTH), {
    error: ({ input }) => lengthMessage(input as string, SECRET_KEY_LENGTH),
  })
  .refine((value) => !value.includes("\0"), "Must not contain the character U+0000.")
  .describe(
    `${SECRET_KEY_LENGTH.min} to ${SECRET_KEY_LENGTH.max} characters after trimming; an empty text ` +
      "means that there is none.",
  )
  .meta({
    anyOf: [
      { type: "string", maxLength: 0 },
      {
        type: "string",
        minLength: SECRET_KEY_LENGTH.min,
        maxLength: SECRET_KEY_LENGTH.max,
      },
    ],
  });
