import type { Mail } from "./message.ts";

export interface PasscodeMail {
  /** The consumer's address. */
  readonly to: string;
  readonly pin: string;
  /** How long the pin is valid. */
  readonly minutes: number;
  /** The service that the consumer signs in to: the contract's name. */
  readonly tenant: string;
}

/** Writes the mail with a consumer's passcode (CHAIN-C10). The subject does not contain the pin. */
export function passcodeMail({ to, pin, minutes, tenant }: PasscodeMail): Mail {
  const name = onOneLine(tenant);
  const validity = `It is valid for ${minutes} ${minutes === 1 ? "minute" : "minutes"}, once.`;
  const warning =
    "If you did not try to sign in, you need not do anything: without the code nobody gets in. Never pass it on.";
  return {
    to,
    subject: `Your code to sign in to ${name}`,
    text: `Your code to sign in to ${name}:\n\n${pin}\n\n${validity}\n\n${warning}\n`,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Your code to sign in to ${escapeHtml(name)}</title>
</head>
<body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif">
<main style="max-width: 36em; margin: 0 auto">
<h1 style="font-size: 20px">Your code to sign in to ${escapeHtml(name)}</h1>
<p><strong style="font-size: 32px; letter-spacing: 4px">${escapeHtml(pin)}</strong></p>
<p>${validity}</p>
<p>${warning}</p>
</main>
</body>
</html>
`,
  };
}

/** Keeps a name from adding lines to the mail or changing the direction of the text around it. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
