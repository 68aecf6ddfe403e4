import { html } from "hono/html";
import { PARTNER_PAGE } from "../../admin/partner-page/partner-links.ts";

type Html = ReturnType<typeof html>;

const TIME = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** Shows a time of the store. */
export function timeText(at: string): Html {
  return html`<time datetime="${at}">${TIME.format(new Date(at))} UTC</time>`;
}

interface FormOptions {
  /** The address of `/`, relative to the page. */
  readonly root: string;
  /** Where it leads, below the page. */
  readonly path: string;
}

/** Creates a form that does something. */
export function formTo({ root, path }: FormOptions, fields: Html): Html {
  return html`<form method="post" action="${root}${PARTNER_PAGE.slice(1)}/${path}">${fields}</form>`;
}

interface TableOptions {
  readonly caption: string;
  readonly heads: readonly string[];
}

/** Creates a table of texts. */
export function tableOf(
  { caption, heads }: TableOptions,
  rows: readonly (readonly unknown[])[],
): Html {
  return html`<table>
        <caption>${caption}</caption>
        <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
        <tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
      </table>`;
}

/** Shows a text that is to be copied: a script adds the button. */
export function copyable(caption: string, text: string): Html {
  return html`<figure><figcaption>${caption}</figcaption><pre tabindex="0"><code>${text}</code></pre></figure>`;
}
