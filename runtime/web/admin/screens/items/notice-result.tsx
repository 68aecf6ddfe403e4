import { NOTICE_ERRORS } from "../../../../partner/notices/notice-texts.ts";
import { WAIT_SECONDS } from "../../api/collections.ts";
import type { Notice } from "../../api/types.ts";
import { NoticeState } from "../logs/notice-words.tsx";

/** Advises what to do about each error of the notice log. */
const ADVICE: Readonly<Record<string, string>> = {
  status: "Look into the log of the partner’s server.",
  redirect: "Enter the final address as notification URL.",
  timeout: "The partner’s server should answer first, and work later.",
  connect: "Check host, port and firewall, and that the server runs.",
  dns: "Check the host in the notification URL.",
  tls: "Check the certificate of the partner’s server, and its chain.",
  closed: "Check the partner’s server, and what is in front of it.",
  protocol: "Check the port in the notification URL.",
  unsent: "Wake the API key to send again.",
  interrupted: "Wake the API key to send again.",
  address: "Whoever runs docgate can allow it with DOCGATE_NOTICE_ALLOW_PRIVATE.",
  url: "Correct the notification URL.",
  guard: "Ask whoever runs docgate.",
};

interface NoticeResultProps {
  readonly notice: Notice;
}

/** Tells in a line what became of a notice, and what to do if it did not arrive. */
export function NoticeResult({ notice }: NoticeResultProps) {
  const { state, httpStatus, error, durationMs } = notice;
  const facts = [
    ...(httpStatus === null ? [] : [`HTTP ${httpStatus}`]),
    ...(durationMs === null ? [] : [`${Math.round(durationMs)} ms`]),
  ].join(", ");
  return (
    <>
      <NoticeState notice={notice} /> <NoticeName notice={notice} />
      {facts && `: ${facts}`}
      {state === "pending" && `: no answer within ${WAIT_SECONDS} seconds; it is still waited for`}
      {error !== null && (
        <span class="block">
          Not delivered. {NOTICE_ERRORS[error]?.text} {ADVICE[error]}
        </span>
      )}
    </>
  );
}

/** Names a notice by what it carries. */
function NoticeName({ notice: { kinds } }: NoticeResultProps) {
  if (kinds.length === 0) return <>Test notice</>;
  if (kinds.includes("r_cert")) return <>Certificate delivery</>;
  if (kinds.includes("r_cert_delete")) return <>Notice that there is no certificate</>;
  return <>Refresh notice</>;
}
