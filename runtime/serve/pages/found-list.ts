import { html } from "hono/html";
import type { Doc } from "../../../corpus/schema.ts";
import type { HitJson } from "../../../corpus/search/words/hits.ts";
import { type Place, pageAddress } from "./page-address.ts";

/** Lists pages with their descriptions, as links. */
export function docList(docs: readonly Doc[], place: Place) {
  return html`<ul class="plain">${docs.map(
    ({ slug, title, description }) =>
      html`<li><a href="${pageAddress(slug, place)}"><bdi>${title}</bdi></a>${description ? html`<p>${description}</p>` : ""}</li>`,
  )}</ul>`;
}

/** Lists places with their excerpts, as links. */
export function hitList(hits: readonly HitJson[], place: Place) {
  return html`<ul class="plain">${hits.map(
    ({ title, heading, slug, breadcrumbs, excerpt, missing }) =>
      html`<li><a href="${pageAddress(slug, place)}"><bdi>${heading ?? title}</bdi></a>
        ${breadcrumbs.length > 0 ? html`<p class="small">${breadcrumbs.join(" › ")}</p>` : ""}
        <p>${marked(excerpt)}</p>
        ${missing.length > 0 ? html`<p class="small">Missing: ${missing.join(", ")}</p>` : ""}</li>`,
  )}</ul>`;
}

function marked({ text, marks }: HitJson["excerpt"]) {
  const ends = [0, ...marks.map(([, end]) => end)];
  const parts = marks.map(([start, end], index) => [
    text.slice(ends[index], start),
    html`<mark>${text.slice(start, end)}</mark>`,
  ]);
  return [...parts.flat(), text.slice(ends.at(-1))];
}
