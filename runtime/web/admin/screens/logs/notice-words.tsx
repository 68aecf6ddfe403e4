import type { Notice } from "../../api/types.ts";
import { Badge } from "../../parts/badge.tsx";

const STATES = {
  pending: { tone: "neutral", text: "Pending" },
  delivered: { tone: "good", text: "Delivered" },
  failed: { tone: "bad", text: "Failed" },
  refused: { tone: "attention", text: "Refused" },
} as const;

/** Explains the error codes of the notice log. */
export const ERRORS: Readonly<Record<string, string>> = {
  status: "The partner’s server did not answer with 2xx.",
  redirect: "The partner’s server answered with a redirect, which is not followed.",
  timeout: "It took longer than 5 seconds.",
  connect: "No connection could be established.",
  dns: "The host name has no address.",
  tls: "No TLS, or a certificate that is not valid.",
  closed: "The connection ended without an answer.",
  protocol: "The response is not HTTP.",
  unsent: "It was never sent: too many were waiting, or docgate stopped.",
  interrupted: "docgate stopped while sending: it may have arrived.",
  address: "The host’s address is in a private network.",
  url: "The notification URL no longer meets the rules.",
  guard: "docgate cannot tell which address it is connected to.",
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
          {ERRORS[error] ?? ""} <code>{error}</code>
        </span>
      )}
    </>
  );
}

/** The kinds of data that a notice asks its partner to read again. */
export function NoticeKinds({ notice: { kinds } }: NoticeProps) {
  if (kinds.length === 0) return <>A test</>;
  return (
    <ul class="words">
      {kinds.map((kind) => (
        <li key={kind}>
          <code>{kind}</code>
        </li>
      ))}
    </ul>
  );
}
