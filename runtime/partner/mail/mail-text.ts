/** Keeps a name from adding lines to a mail or changing the direction of the text around it. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}

/** Shows text as it is in HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

export interface HtmlMail {
  /** As text. */
  readonly title: string;
  /** As HTML. */
  readonly body: string;
}

/** Composes the HTML of a mail, readable in light and dark. */
export function htmlMail({ title, body }: HtmlMail): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif">
<main style="max-width: 36em; margin: 0 auto">
<h1 style="font-size: 20px">${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
