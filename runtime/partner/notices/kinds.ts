/** The kinds of refresh notices (PIA §6). */
export type NoticeKind =
  | "r_api_keys"
  | "r_consumer_policy"
  | "r_consumer_policy_delete"
  | "r_space"
  | "r_agent"
  | "r_agent_front_settings"
  | "r_json";

/** The kinds that a Wake lists, in this order (PIA §6). */
export const WAKE_KINDS: readonly NoticeKind[] = [
  "r_api_keys",
  "r_consumer_policy",
  "r_space",
  "r_agent",
  "r_json",
];

/** Composes the body of a refresh notice: kinds, no data. */
export function refreshBody(kinds: readonly string[]): string {
  return JSON.stringify({ "synch-data": kinds });
}

/** Composes the body of a certificate delivery, or of the notice that the certificate is gone. */
export function certificateBody(
  kind: "r_cert" | "r_cert_delete",
  result?: { readonly cert: string; readonly key: string },
): string {
  return JSON.stringify({ "synch-data": kind, type: "resource", result });
}
