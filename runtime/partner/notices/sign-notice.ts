import type { Outgoing } from "./dispatcher.ts";
import type { NoticeSigners } from "./notice-keys.ts";

export interface SignNoticeOptions {
  readonly signers: NoticeSigners;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Signs a notice. Returns the headers to send it with: those of Standard Webhooks with a signature of
 * each key in the asymmetric form `v1a`, and the ids of the keys in the same order.
 */
export async function signNotice(
  { id, body }: Outgoing,
  { signers, now }: SignNoticeOptions,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(now() / 1000));
  const keys = await signers();
  const signatures = keys.map(({ sign }) => sign(`${id}.${timestamp}.${body}`));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.map(inBase64).join(" "),
    "docgate-key-id": keys.map(({ kid }) => kid).join(" "),
  };
}

function inBase64(signature: Uint8Array): string {
  return `v1a,${Buffer.from(signature).toString("base64")}`;
}
