import { createHmac } from "node:crypto";
import { signingKeyIn } from "../secrets/secrets.ts";
import type { NoticeSigning, SignedOutgoing } from "./dispatcher.ts";
import type { NoticeSigners } from "./notice-keys.ts";

export interface SignNoticeOptions {
  readonly signers: NoticeSigners;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Signs a notice. Returns the headers of Standard Webhooks. The id in
 * them, which is signed, names the webhook: a notice for one is worthless to another (ATTACK-S222).
 */
export async function signNotice(
  { id, body, signing }: SignedOutgoing,
  { signers, now }: SignNoticeOptions,
): Promise<Headers> {
  const head = {
    "webhook-id": `${signing.webhookId}_${id}`,
    "webhook-timestamp": String(Math.floor(now() / 1000)),
  };
  const content = `${head["webhook-id"]}.${head["webhook-timestamp"]}.${body}`;
  return { ...head, ...(await signaturesOf(content, { signing, signers })) };
}

async function signaturesOf(
  content: string,
  { signing, signers }: { readonly signing: NoticeSigning; readonly signers: NoticeSigners },
): Promise<Headers> {
  if (signing.scheme === "v1") {
    const signatures = signing.secrets.map((secret) =>
      createHmac("sha256", signingKeyIn(secret)).update(content).digest("base64"),
    );
    return { "webhook-signature": list("v1", signatures) };
  }
  const keys = await signers();
  const signatures = keys.map(({ sign }) => Buffer.from(sign(content)).toString("base64"));
  return {
    "webhook-signature": list("v1a", signatures),
    "docgate-key-id": keys.map(({ kid }) => kid).join(" "),
  };
}

function list(version: string, signatures: readonly string[]): string {
  return signatures.map((signature) => `${version},${signature}`).join(" ");
}
