import { escapeHtml, htmlMail, onOneLine } from "./mail-text.ts";
import type { Mail } from "./message.ts";

export interface InvitationMail {
  /** The address of the person who is invited. */
  readonly to: string;
  readonly organization: string;
  /** The address of the administrator who invites. */
  readonly inviter: string;
  /** Valid once. */
  readonly link: string;
  /** How long the link is valid. */
  readonly hours: number;
}

/** Writes the mail with the link of an invitation. */
export function invitationMail({ to, organization, inviter, link, hours }: InvitationMail): Mail {
  const title = `Your invitation to administer “${onOneLine(organization)}” on docgate`;
  const lead = `${onOneLine(inviter)} invites you. Open this link to accept; it is valid once, within ${hours} hours:`;
  const warning =
    "If you do not know why you are invited, ignore this mail. Never pass the link on: whoever opens it first gets in.";
  const href = escapeHtml(link);
  const body = `<p>${escapeHtml(lead)}</p>
<p><a href="${href}">${href}</a></p>
<p>${warning}</p>`;
  return {
    to,
    subject: title,
    text: `${title}\n\n${lead}\n\n${link}\n\n${warning}\n`,
    html: htmlMail({ title, body }),
  };
}
