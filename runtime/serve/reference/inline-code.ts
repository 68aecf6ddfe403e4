import { html } from "hono/html";

/** Renders the only Markdown that descriptions have: code between backticks. */
export function inlineCode(text: string) {
  const parts = text.split("`");
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
