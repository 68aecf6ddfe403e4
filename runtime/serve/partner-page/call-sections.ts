import { html } from "hono/html";
import type { PartnerView } from "../../admin/partner-page/partner-view.ts";
import { OK } from "../../partner/calls/call.ts";
import { REFUSAL_TEXTS, statusOf } from "../../partner/calls/refusal-texts.ts";
import type { KeyCalls, Refusals } from "../../store/rows.ts";
import { tableOf, timeText } from "./parts.ts";

interface SectionOptions {
  /** The address of `/`, relative to the page. */
  readonly root: string;
}

/** Shows how often the partner called, its last calls, and those that were refused. */
export function callSections(view: PartnerView, { root }: SectionOptions) {
  const { counts, calls, refusals, link, webhook } = view;
  const single = html`<p>Your last calls, by the <code>X-Request-Id</code> of their answers:</p>
        ${tableOf(
          { caption: "Last calls", heads: ["Time", "Call", "Answer"] },
          calls.map(({ at, endpoint, status, requestId }) => [
            timeText(at),
            html`<code>${endpoint}</code> <span class="quiet">${requestId}</span>`,
            status,
          ]),
        )}`;
  return html`<section aria-labelledby="Calls">
        <h2 id="Calls">Calls</h2>
        <p class="quiet">Written down within a minute.</p>
        ${counts.length === 0 ? html`<p>There was none in the last 30 days.</p>` : countsTable(counts)}
        ${calls.length === 0 ? "" : single}
      </section>
      <section aria-labelledby="Refusals">
        <h2 id="Refusals">Refused calls</h2>
        ${
          refusals.length === 0
            ? html`<p>None in the last 30 days.</p>`
            : html`<p>First of all, each call needs the header <code>Origin: ${webhook?.origin ?? "…"}</code>, exactly like this. Without it, docgate closes the connection without an answer.</p>
        <ul class="entries">${refusals.map((refusal) => refusalEntry(refusal, { root, showsCauses: link.showsCauses }))}</ul>`
        }
      </section>`;
}

/** How often an endpoint was called. */
function countsTable(counts: readonly KeyCalls[]) {
  const rows = Array.from(
    Map.groupBy(counts, ({ endpoint }) => endpoint),
    ([endpoint, some]) => {
      const sum = (period: KeyCalls["period"], isOk: boolean) =>
        some
          .filter((call) => call.period === period && (call.outcome === OK) === isOk)
          .reduce((total, { count }) => total + count, 0);
      const both = (period: KeyCalls["period"]) =>
        `${sum(period, true)} answered, ${sum(period, false)} refused`;
      return [html`<code>${endpoint}</code>`, both("hour"), both("day")];
    },
  );
  return tableOf({ caption: "Calls by endpoint", heads: ["Call", "24 hours", "30 days"] }, rows);
}

interface EntryOptions extends SectionOptions {
  readonly showsCauses: boolean;
}

function refusalEntry(
  { endpoint, origin, reason, count, lastAt }: Refusals,
  { root, showsCauses }: EntryOptions,
) {
  const status = statusOf(reason);
  const cause = showsCauses ? REFUSAL_TEXTS[reason]?.text : undefined;
  const sent = origin === "" ? "without an Origin" : html`from <code>${origin}</code>`;
  return html`<li>
          <p><code>${endpoint}</code> ${sent}: ${count === 1 ? "once" : `${count} times`}, last ${timeText(lastAt)}</p>
          ${cause === undefined ? "" : html`<p><strong>${cause}</strong></p>`}
          <p>${status === undefined ? adviceAt(endpoint, root) : html`It was answered with ${status}, and the body says what is wrong.`}</p>
        </li>`;
}

/** Things to check about a refused call, by its endpoint: this says nothing about the cause. */
const ADVICE: readonly (readonly [endpoint: string, advice: string])[] = [
  [
    "POST /v1/auth/application_token",
    "Check the client_id in the query, and that the Authorization header is the base64 of client secret, API key id and raw key with “|” between them, without “Basic” and line breaks.",
  ],
  [
    "GET /v1/resources/certificate",
    "Mint an application token again, and send it as Bearer, with the client_id that minted it.",
  ],
  [
    "POST /v1/resources/certificate",
    "Ask for a new code, and claim it once, within two minutes, with the token and client_id that asked for it.",
  ],
  [
    "POST /v1/auth/",
    "Visitors mistype passwords and passcodes, and sign-ins get too old. Many at once are guesses, or a program that tries again and again.",
  ],
  [
    "GET /v1/",
    "Mint an application token again, send it as Bearer, and keep what you have read until a notice comes.",
  ],
];

function adviceAt(endpoint: string, root: string) {
  const found = ADVICE.find(([start]) => endpoint.startsWith(start));
  return found
    ? found[1]
    : html`There is no such call: compare method and path with the <a href="${root}reference">reference</a>.`;
}
