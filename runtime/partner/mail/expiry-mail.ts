import { escapeHtml, htmlMail, onOneLine } from "./mail-text.ts";
import type { Mail } from "./message.ts";

export interface ExpiringKey {
  readonly name: string;
  readonly expiresAt: string;
  /** Its page in the console. */
  readonly link: string;
}

export interface ExpiryMail {
  /** The administrator's address. */
  readonly to: string;
  readonly organization: string;
  /** At least one. */
  readonly keys: readonly ExpiringKey[];
}

/** Writes the mail that reminds an administrator of API keys that are about to expire. */
export function expiryMail({ to, organization, keys }: ExpiryMail): Mail {
  const [only] = keys;
  const title =
    keys.length === 1
      ? `The API key “${onOneLine(only!.name)}” is about to expire`
      : `${keys.length} API keys are about to expire`;
  const lead = `In the organization “${onOneLine(organization)}” on docgate, and with them their partners’ access:`;
  const advice = "To extend one, change when it expires on its page.";
  const items = keys.map(({ name, expiresAt, link }) => ({
    name: onOneLine(name),
    time: timeText(expiresAt),
    link,
  }));
  const lines = items.map(({ name, time, link }) => `- ${name}: ${time}\n  ${link}\n`);
  const list = items.map(
    ({ name, time, link }) =>
      `<li><a href="${escapeHtml(link)}"><bdi>${escapeHtml(name)}</bdi></a>: ${time}</li>`,
  );
  const body = `<p>${escapeHtml(lead)}</p>
<ul>
${list.join("\n")}
</ul>
<p>${advice}</p>`;
  return {
    to,
    subject: title,
    text: `${title}\n\n${lead}\n\n${lines.join("")}\n${advice}\n`,
    html: htmlMail({ title, body }),
  };
}

/** Returns `1 April 2026, 12:00 UTC`. */
function timeText(at: string): string {
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat("en-GB", options).format(new Date(at)).replace(" at ", ", ")} UTC`;
}
