import {
  KIND_TEXTS,
  NOTICE_ERRORS,
  noticeTitle,
} from "../../../../partner/notices/notice-texts.ts";
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

/** The kinds by which notices can be filtered. */
export const KIND_CHOICES = [
  ...Object.entries(KIND_TEXTS).map(([value, text]) => ({ value, text })),
  { value: "test", text: "Test" },
];

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
          {NOTICE_ERRORS[error]?.text ?? ""} <code>{error}</code>
        </span>
      )}
    </>
  );
}

/** The same in a few letters, for a table. */
export function BriefOutcome({ notice: { httpStatus, error } }: NoticeProps) {
  if (httpStatus !== null) return <>HTTP {httpStatus}</>;
  if (error === null) return <span class="quiet">None yet</span>;
  const reason = NOTICE_ERRORS[error];
  return <span title={reason?.text ?? error}>{reason?.brief ?? error}</span>;
}

/** Names what a notice asks its partner to read again. */
export function kindsOf({ kinds }: Notice): string {
  return noticeTitle(kinds);
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
