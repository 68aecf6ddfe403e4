import type { CryptoKey } from "jose";
import type { NoticeKeys } from "./notice-keys.ts";
import { PartnerError } from "./partner-error.ts";

/** How far the time of a notice may be from the clock. */
const TOLERANCE_SECONDS = 5 * 60;

/** The headers of a signed notice, as Standard Webhooks describes them. */
export interface NoticeSignature {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** Signatures in base64 by the ids of their keys, which are not trusted yet. */
  readonly signatures: ReadonlyMap<string, string>;
}

/**
 * Reads the headers of a signed notice.
 *
 * @throws {PartnerError} `notice-unsigned` if there is no signature, `notice-late` if the notice was
 *   not sent within five minutes of now
 */
export function readSignature(headers: Headers): NoticeSignature {
  const id = headers.get("webhook-id") ?? "";
  const time = headers.get("webhook-timestamp") ?? "";
  const kids = headers.get("docgate-key-id")?.split(" ") ?? [];
  const signatures = headers.get("webhook-signature")?.split(" ") ?? [];
  const isWhole = id !== "" && /^[1-9]\d{0,11}$/.test(time) && kids.length === signatures.length;
  if (!isWhole || kids.length === 0) throw unsigned();
  const timestamp = Number(time);
  if (Math.abs(Date.now() / 1000 - timestamp) > TOLERANCE_SECONDS) throw late();
  const byKey = kids.map((kid, index) => [kid, signatures[index]!.replace(/^v1a,/, "")] as const);
  return { id, timestamp, signatures: new Map(byKey) };
}

/** Returns until when a copy of the notice would be accepted, in milliseconds since 1970. */
export function endOfTolerance({ timestamp }: NoticeSignature): number {
  return (timestamp + TOLERANCE_SECONDS) * 1000;
}

/**
 * Verifies that a key of docgate signed a notice.
 *
 * @param body as it arrived
 * @throws {PartnerError} `notice-forged`, or `notice-keys-unavailable`
 */
export async function verifySignature(
  signature: NoticeSignature,
  { body, keys }: { readonly body: Uint8Array; readonly keys: NoticeKeys },
): Promise<void> {
  const { id, timestamp, signatures } = signature;
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const known = await keys.current();
  if (await isSignedByAny(signed, signatures, known)) return;
  // While a key is replaced, its id can be here before the key is.
  const isNewKey = [...signatures.keys()].some((kid) => !known.has(kid));
  if (isNewKey && (await isSignedByAny(signed, signatures, await keys.latest()))) return;
  throw forged();
}

async function isSignedByAny(
  signed: Uint8Array<ArrayBuffer>,
  signatures: ReadonlyMap<string, string>,
  keys: ReadonlyMap<string, CryptoKey>,
): Promise<boolean> {
  for (const [kid, key] of keys) {
    const signature = bytesOf(signatures.get(kid) ?? "");
    if (signature && (await crypto.subtle.verify("Ed25519", key, signature, signed))) return true;
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  // 64 bytes.
  if (!/^[A-Za-z0-9+/]{86}==$/.test(base64)) return null;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function unsigned(): PartnerError {
  return new PartnerError(
    "notice-unsigned",
    "The notice has no signature: does the webhook ask for one, and does a proxy remove headers?",
  );
}

function late(): PartnerError {
  return new PartnerError(
    "notice-late",
    `The notice was not sent within ${TOLERANCE_SECONDS} seconds of now: is the clock right?`,
  );
}

function forged(): PartnerError {
  return new PartnerError("notice-forged", "No key of docgate signed the notice.");
}
