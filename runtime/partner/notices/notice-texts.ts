/** The kinds of notices, by what the partner is asked to read again. */
export const KIND_TEXTS: Readonly<Record<string, string>> = {
  r_api_keys: "API key",
  r_consumer_policy: "Contract",
  r_consumer_policy_delete: "Contract is gone",
  r_space: "Spaces",
  r_agent: "Agents",
  r_agent_front_settings: "Front settings",
  r_json: "All front settings",
  r_cert: "Certificate",
  r_cert_delete: "Certificate is gone",
};

/** A reason why a notice was not delivered. */
export interface NoticeErrorText {
  readonly brief: string;
  readonly text: string;
}

/** Explains the error codes of the notice log. */
export const NOTICE_ERRORS: Readonly<Record<string, NoticeErrorText>> = {
  status: { brief: "Not 2xx", text: "The partner’s server did not answer with 2xx." },
  redirect: {
    brief: "Redirect",
    text: "The partner’s server answered with a redirect, which is not followed.",
  },
  timeout: { brief: "Too slow", text: "It took longer than 5 seconds." },
  connect: { brief: "No connection", text: "No connection could be established." },
  dns: { brief: "Unknown host", text: "The host name has no address." },
  tls: { brief: "TLS failed", text: "No TLS, or a certificate that is not valid." },
  closed: { brief: "No answer", text: "The connection ended without an answer." },
  protocol: { brief: "Not HTTP", text: "The response is not HTTP." },
  unsent: {
    brief: "Never sent",
    text: "It was never sent: too many were waiting, or docgate stopped.",
  },
  interrupted: {
    brief: "Interrupted",
    text: "docgate stopped while sending: it may have arrived.",
  },
  address: { brief: "Private address", text: "The host’s address is in a private network." },
  url: { brief: "URL not allowed", text: "The notification URL no longer meets the rules." },
  guard: {
    brief: "Address unknown",
    text: "docgate cannot tell which address it is connected to.",
  },
};

/** Names what a notice asks its partner to read again. */
export function noticeTitle(kinds: readonly string[]): string {
  if (kinds.length === 0) return "Test";
  return kinds.map((kind) => KIND_TEXTS[kind] ?? kind).join(", ");
}
