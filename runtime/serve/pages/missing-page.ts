import { html } from "hono/html";
import type { Doc } from "../../../corpus/schema.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { findForm } from "./find-form.ts";
import { docList } from "./found-list.ts";
import type { PageParts } from "./send-page.ts";

export interface MissingOptions {
  /** The path that has nothing, as it was sent. */
  readonly path: string;
  /** The address of `/`, relative to the page. */
  readonly root: string;
  /** The pages that may have been meant, the nearest first. */
  readonly nearest: readonly Doc[];
  /** True if what was there has been removed for good. */
  readonly isGone: boolean;
}

/** Creates the page that says that there is nothing, and what may have been meant. */
export async function renderMissing(
  docs: Docs,
  { path, root, nearest, isGone }: MissingOptions,
): Promise<Omit<PageParts, "bar">> {
  const { siteUrl } = docs.corpus.meta;
  const near = html`<section class="found" aria-labelledby="Near">
        <h2 id="Near">Pages with a similar address</h2>
        ${docList(nearest, { siteUrl, root })}
      </section>`;
  const title = isGone ? "This page is gone" : "There is no such page";
  const lead = isGone
    ? html`What was at <code>${path}</code> has been removed for good.`
    : html`There is nothing at <code>${path}</code>.`;
  const content = await html`<h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${findForm({ root })}
      ${nearest.length > 0 ? near : ""}
      <p class="quiet away"><a href="${root}">Go to the start page</a></p>`;
  const head = await html`<title>${title} · ${docs.meta().name}</title>
    <meta name="robots" content="noindex">`;
  return { head: head.toString(), content: content.toString() };
}
