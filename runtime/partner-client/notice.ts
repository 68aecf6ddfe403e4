import { PartnerError } from "./partner-error.ts";

/** Kinds of refresh notices: what to read again (PIA §6). */
export const REFRESH_KINDS = [
  "r_api_keys",
  "r_consumer_policy",
  "r_consumer_policy_delete",
  "r_space",
  "r_agent",
  "r_agent_front_settings",
  "r_json",
] as const;

export type RefreshKind = (typeof REFRESH_KINDS)[number];

/** A notice of docgate. */
export interface Notice {
  /** Its id in docgate's notice log; undefined if it is not signed. */
  readonly id: string | undefined;
  /** What it is about; none if an administrator tests the webhook. */
  readonly kinds: readonly string[];
}

/** The certificate that signs consumers' tokens, with the shared secret. */
export interface CertificateDelivery {
  readonly pem: string;
  /** Empty if the administrator has not set one. */
  readonly sharedSecret: string;
}

/** The content of a notice's body. */
export interface NoticeContent {
  readonly kinds: readonly string[];
  readonly delivery?: CertificateDelivery;
}

/** Parses the body of a notice. @throws {PartnerError} `notice-invalid` if it is not one */
export function parseNotice(bytes: Uint8Array): NoticeContent {
  const content = contentOf(parseJson(bytes));
  if (content) return content;
  throw new PartnerError("notice-invalid", "The request does not have the body of a notice.");
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

interface NoticeBody {
  readonly "synch-data"?: unknown;
  readonly result?: { readonly cert?: unknown; readonly key?: unknown };
}

function contentOf(body: unknown): NoticeContent | null {
  if (typeof body !== "object" || body === null) return null;
  const { "synch-data": kinds, result } = body as NoticeBody;
  if (Array.isArray(kinds)) return kinds.every(isText) ? { kinds } : null;
  if (kinds === "r_cert_delete") return { kinds: [kinds] };
  if (kinds !== "r_cert" || !isText(result?.cert) || !isText(result.key)) return null;
  return { kinds: [kinds], delivery: { pem: result.cert, sharedSecret: result.key } };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
