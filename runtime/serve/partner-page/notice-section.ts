import { html } from "hono/html";
import type { PartnerView } from "../../admin/partner-page/partner-view.ts";
import { NOTICE_ERRORS, noticeTitle } from "../../partner/notices/notice-texts.ts";
import { loggedUrl } from "../../partner/notices/target.ts";
import type { Notice } from "../../store/rows.ts";
import { formTo, timeText } from "./parts.ts";

interface SectionOptions {
  /** The address of `/`, relative to the page. */
  readonly root: string;
}

/** Shows the last notices, with buttons that send one. */
export function noticeSection({ notices, webhook }: PartnerView, { root }: SectionOptions) {
  const test = html`<p>They go to <code>${webhook && loggedUrl(webhook.notificationUrl)}</code>, each once. Your server answers with 2xx within 5 seconds.</p>
        ${formTo({ root, path: "test" }, html`<button>Send a test notice</button>`)}`;
  return html`<section aria-labelledby="Notices">
        <h2 id="Notices">Notices</h2>
        ${webhook ? test : html`<p>There is no webhook that they could go to.</p>`}
        ${notices.length === 0 ? html`<p>None was sent yet.</p>` : html`<ul class="entries">${notices.map((notice) => entry(notice, root))}</ul>`}
      </section>`;
}

function entry(notice: Notice, root: string) {
  const { id, createdAt } = notice;
  const resend = html`<input type="hidden" name="id" value="${id}"><button class="plain-button" aria-label="Send again the notice of ${createdAt}">Send again</button>`;
  return html`<li>
          <p>${timeText(createdAt)}</p>
          <p>${outcomeOf(notice)}</p>
          ${formTo({ root, path: "resend" }, resend)}
        </li>`;
}

/** The states of notices, in words. */
const STATES = {
  pending: "not answered yet",
  delivered: "delivered",
  failed: "not delivered",
  refused: "not sent",
} as const;

/** Advises partners what to do about each error of a notice. */
const ADVICE: Readonly<Record<string, string>> = {
  status: "Look into the log of your server.",
  redirect: "Ask the administrator to enter the final address.",
  timeout: "Answer first, and work later.",
  connect: "Check that your server runs, its port and its firewall.",
  dns: "Check the DNS of your host, or ask the administrator to correct the address.",
  tls: "Check the certificate of your server, and its chain.",
  closed: "Check your server, and what is in front of it.",
  protocol: "Check what listens at this port.",
  unsent: "Send it again.",
  interrupted: "Send it again if it has not arrived.",
  address: "Give the administrator an address that the internet can reach.",
  url: "Ask the administrator to correct the address.",
  guard: "Ask the administrator.",
};

/** Tells what became of a notice, and what to do if it did not arrive. */
export function outcomeOf({ kinds, state, httpStatus, error, durationMs }: Notice) {
  const facts = [
    ...(httpStatus === null ? [] : [`HTTP ${httpStatus}`]),
    ...(durationMs === null ? [] : [`after ${durationMs} ms`]),
  ].join(" ");
  const reason =
    error === null ? "" : ` ${NOTICE_ERRORS[error]?.text ?? error} ${ADVICE[error] ?? ""}`;
  return html`<strong>${noticeTitle(kinds)}</strong>: ${STATES[state]}${facts && `, ${facts}`}.${reason}`;
}
