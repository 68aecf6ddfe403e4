import { PartnerError } from "./partner-error.ts";

/** How far the time of a notice may be from the clock. */
const TOLERANCE_SECONDS = 5 * 60;

/** A way to sign notices. */
export interface NoticeScheme {
  /** The beginning of its signatures. */
  readonly version: "v1" | "v1a";
  /** Checks that one of the signatures of a content is right. */
  isSigned(content: Uint8Array<ArrayBuffer>, signatures: NoticeSignatures): Promise<boolean>;
}

/** The signatures of one scheme. */
export interface NoticeSignatures {
  /** In base64. */
  readonly signatures: readonly string[];
  /** The ids of the keys, in the same order; none for a scheme without ids. */
  readonly kids: readonly string[];
}

/** The headers of a signed notice, as Standard Webhooks describes them. */
export interface NoticeHead extends NoticeSignatures {
  /** The id of the notice in docgate's log. */
  readonly id: string;
  /** The text that is signed before the body. */
  readonly prefix: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

export interface ExpectedNotice {
  readonly webhookId: string;
  readonly version: NoticeScheme["version"];
}

/**
 * Reads the headers of a signed notice, which are not to be trusted yet.
 *
 * @throws {PartnerError} `notice-unsigned` if they are not there, `notice-other-scheme` or
 *   `notice-other-webhook` if others are expected, `notice-late` if the notice was not sent within
 *   five minutes of now
 */
export function readHead(headers: Headers, { webhookId, version }: ExpectedNotice): NoticeHead {
  const signedId = headers.get("webhook-id") ?? "";
  const time = headers.get("webhook-timestamp") ?? "";
  const all = headers.get("webhook-signature")?.split(" ") ?? [];
  const isWhole = signedId !== "" && /^[1-9]\d{0,11}$/.test(time) && all.length > 0;
  if (!isWhole) throw unsigned();
  const prefix = `${version},`;
  const signatures = all
    .filter((one) => one.startsWith(prefix))
    .map((one) => one.slice(prefix.length));
  if (signatures.length === 0) throw otherScheme(version);
  const kids = headers.get("docgate-key-id")?.split(" ") ?? [];
  if (version === "v1a" && kids.length !== signatures.length) throw unsigned();
  if (!signedId.startsWith(`${webhookId}_`)) throw otherWebhook(webhookId);
  const timestamp = Number(time);
  if (Math.abs(Date.now() / 1000 - timestamp) > TOLERANCE_SECONDS) throw late();
  return {
    id: signedId.slice(webhookId.length + 1),
    prefix: `${signedId}.${time}.`,
    timestamp,
    signatures,
    kids,
  };
}

/** Returns until when a copy of the notice would be accepted, in milliseconds since 1970. */
export function endOfTolerance({ timestamp }: NoticeHead): number {
  return (timestamp + TOLERANCE_SECONDS) * 1000;
}

/**
 * Verifies that docgate signed a notice.
 *
 * @param body as it arrived
 * @throws {PartnerError} `notice-forged`, or what the scheme throws
 */
export async function verifyNotice(
  head: NoticeHead,
  { body, scheme }: { readonly body: Uint8Array; readonly scheme: NoticeScheme },
): Promise<void> {
  const prefix = new TextEncoder().encode(head.prefix);
  const content = new Uint8Array(prefix.length + body.length);
  content.set(prefix);
  content.set(body, prefix.length);
  if (!(await scheme.isSigned(content, head))) throw forged();
}

/** Decodes base64 of as many bytes. @returns null if it is not that */
export function bytesOf(base64: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length !== Math.ceil(length / 3) * 4) {
    return null;
  }
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return bytes.length === length ? bytes : null;
}

function unsigned(): PartnerError {
  return new PartnerError(
    "notice-unsigned",
    "The notice has no signature, or not all of one: does the webhook ask for it, and does a proxy " +
      "remove headers?",
  );
}

function otherScheme(version: string): PartnerError {
  return new PartnerError(
    "notice-other-scheme",
    `The notice has no "${version}" signature: is this the "signing" of the webhook?`,
  );
}

function otherWebhook(webhookId: string): PartnerError {
  return new PartnerError(
    "notice-other-webhook",
    `The notice was signed for another webhook than "${webhookId}": another partner may have ` +
      "sent it on, or this is not the id of your webhook.",
  );
}

function late(): PartnerError {
  return new PartnerError(
    "notice-late",
    `The notice was not sent within ${TOLERANCE_SECONDS} seconds of now: is the clock right?`,
  );
}

function forged(): PartnerError {
  return new PartnerError("notice-forged", "No signature of the notice is right.");
}
