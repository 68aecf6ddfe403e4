/** The kinds of refresh notices (PIA §6). */
export const REFRESH_KINDS = [
  "r_api_keys",
  "r_consumer_policy",
  "r_consumer_policy_delete",
  "r_space",
  "r_agent",
  "r_agent_front_settings",
  "r_json",
] as const;

export type NoticeKind = (typeof REFRESH_KINDS)[number];

/** The certificate, and that it is gone (PIA §6). */
export const CERTIFICATE_KINDS = ["r_cert", "r_cert_delete"] as const;

export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];

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
  kind: CertificateKind,
  result?: { readonly cert: string; readonly key: string },
): string {
  return JSON.stringify({ "synch-data": kind, type: "resource", result });
}
