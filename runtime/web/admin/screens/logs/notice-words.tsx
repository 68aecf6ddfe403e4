import type { Notice } from "../../api/types.ts";
import { Badge } from "../../parts/badge.tsx";

const STATES = {
  pending: { tone: "neutral", text: "Pending" },
  delivered: { tone: "good", text: "Delivered" },
  failed: { tone: "bad", text: "Failed" },
  refused: { tone: "attention", text: "Refused" },
} as const;

/** The states by which notices can be filtered. */
export const STATE_CHOICES = [
  { value: "undelivered", text: "Not delivered" },
  ...Object.entries(STATES).map(([value, { text }]) => ({ value, text })),
];

/** The kinds of notices, by what the partner is asked to read again. */
const KINDS: Readonly<Record<string, string>> = {
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

/** The kinds by which notices can be filtered. */
export const KIND_CHOICES = [
  ...Object.entries(KINDS).map(([value, text]) => ({ value, text })),
  { value: "test", text: "Test" },
];

/** A reason why a notice was not delivered. */
interface Reason {
  readonly brief: string;
  readonly text: string;
}

/** Explains the error codes of the notice log. */
export const ERRORS: Readonly<Record<string, Reason>> = {
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

interface NoticeProps {
  readonly notice: Notice;
}

export function NoticeState({ notice: { state } }: NoticeProps) {
  const { tone, text } = STATES[state];
  return <Badge tone={tone}>{text}</Badge>;
}

/** The partner's response, or the reason why there is none. */
export function NoticeOutcome({ notice: { httpStatus, error } }: NoticeProps) {
  if (error === null && httpStatus === null) return <span class="quiet">None yet</span>;
  return (
    <>
      {httpStatus !== null && <>HTTP {httpStatus}</>}
      {error !== null && (
        <span class="block">
          {ERRORS[error]?.text ?? ""} <code>{error}</code>
        </span>
      )}
    </>
  );
}

/** The same in a few letters, for a table. */
export function BriefOutcome({ notice: { httpStatus, error } }: NoticeProps) {
  if (httpStatus !== null) return <>HTTP {httpStatus}</>;
  if (error === null) return <span class="quiet">None yet</span>;
  const reason = ERRORS[error];
  return <span title={reason?.text ?? error}>{reason?.brief ?? error}</span>;
}

/** Names what a notice asks its partner to read again. */
export function kindsOf({ kinds }: Notice): string {
  if (kinds.length === 0) return "Test";
  return kinds.map((kind) => KINDS[kind] ?? kind).join(", ");
}

/**
 * Composes the body that the partner was sent (PIA §6). The log does not keep the data of a
 * certificate delivery, which holds a secret.
 */
export function bodyOf({ kinds }: Notice): string {
  const [first = ""] = kinds;
  if (first === "r_cert") return '{"synch-data":"r_cert","type":"resource","result":{…}}';
  if (first === "r_cert_delete") return '{"synch-data":"r_cert_delete","type":"resource"}';
  return JSON.stringify({ "synch-data": kinds });
}
