import { html, raw } from "hono/html";
import type { Doc, Heading } from "../../../corpus/schema.ts";
import { markdownSlugOf } from "../../../corpus/text/slug.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { pageAddress } from "./page-address.ts";
import type { PageParts } from "./send-page.ts";

/** Pages listed that link to a page; the graph shows all. */
const BACKLINKS = 100;

export interface ReaderOptions {
  readonly doc: Doc;
  /** The address of `/`, relative to the page. */
  readonly root: string;
  /** True if pages are also served as Markdown. */
  readonly hasAgents: boolean;
}

/**
 * Creates the page of a doc. Its text is in it as Markdown, for people without scripts; the script
 * of the page renders it, and knows from the links and headings here where it leads and is linked.
 * Tools that compare a page with its Markdown need not compare this source with it.
 */
export async function renderDoc(
  docs: Docs,
  { doc, root, hasAgents }: ReaderOptions,
): Promise<Omit<PageParts, "bar">> {
  const { name } = docs.meta();
  const markdown = root + markdownSlugOf(doc.slug).slice(1);
  const { title, description, body, path } = doc;
  const [first] = doc.headings;
  const isTitle = first !== undefined && first.depth === 1 && first.text === title;
  const outlined = doc.headings.slice(isTitle ? 1 : 0);
  const head = await html`<title>${title} · ${name}</title>
    ${description ? html`<meta name="description" content="${description}">` : ""}
    ${hasAgents ? html`<link rel="alternate" type="text/markdown" href="${markdown}">` : ""}`;
  const content = await html`<article>
        <header>${hasAgents ? forAgents(markdown, root) : ""}${breadcrumbs(doc, { name, root })}
        <h1${isTitle ? placeOf(first) : ""}><bdi>${title}</bdi></h1>
        ${description ? html`<p class="lead">${description}</p>` : ""}</header>
        ${outlined.length > 0 ? outline(outlined) : ""}
        <div id="Text" class="text"><pre id="Source" class="source" data-markdown-ignore data-path="${path}" data-base="${docs.corpus.meta.base}">
${raw(escapeSource(body))}</pre></div>
        ${around(docs, { doc, root })}
      </article>`;
  return { head: head.toString(), content: content.toString() };
}

/** Tells agents that read HTML where they find less to read, as people see it too. */
function forAgents(markdown: string, root: string) {
  return html`<p class="small quiet">For agents: this page is also <a href="${markdown}">Markdown</a>, without all that is around it here, and all pages are listed in <a href="${root}llms.txt">llms.txt</a>.</p>`;
}

/** Escapes every character that matters; HTML would take a carriage return for a line feed. */
function escapeSource(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "&#13;");
}

function breadcrumbs(
  { section, category }: Doc,
  { name, root }: { readonly name: string; readonly root: string },
) {
  const address = `${root}?section=${encodeURIComponent(section)}`;
  const folders = category?.split("/").map((folder) => html`<li><bdi>${folder}</bdi></li>`) ?? [];
  return html`<nav class="where" aria-label="Breadcrumbs"><ol>
          <li><a href="${root}"><bdi>${name}</bdi></a></li>
          <li><a href="${address}"><bdi>${section}</bdi></a></li>${folders}
        </ol></nav>`;
}

/** Attributes by which the script finds a heading. */
function placeOf({ start, anchor }: Heading) {
  return html` data-heading="${start}" data-anchor="${anchor}"`;
}

function outline(headings: readonly Heading[]) {
  const items = headings.map(
    (heading) =>
      html`<li class="depth-${heading.depth}"><a href="#${encodeURIComponent(heading.anchor)}"${placeOf(heading)}><bdi>${heading.text}</bdi></a></li>`,
  );
  return html`<details class="outline"><summary>On this page</summary><nav aria-label="On this page"><ul>${items}</ul></nav></details>`;
}

function around(docs: Docs, { doc, root }: { readonly doc: Doc; readonly root: string }) {
  const from = docs.backlinks(doc).filter((id) => !docs.doc({ id })!.unlisted);
  const graph = `${root}graph#${encodeURIComponent(doc.id).replaceAll("%2F", "/")}`;
  const more = from.length - BACKLINKS;
  return html`<div class="around">
          ${linkList(docs, { title: "What links here", ids: from.slice(0, BACKLINKS), root })}
          ${linkList(docs, { title: "Links to", ids: doc.links, root, areTargets: true })}
          <p class="small quiet">${more > 0 ? `And ${more.toLocaleString("en")} more. ` : ""}<a href="${graph}">Show in the graph</a></p>
        </div>`;
}

interface LinkListOptions {
  readonly title: string;
  readonly ids: readonly string[];
  readonly root: string;
  /** True if the links of the text lead to these pages. Default: false. */
  readonly areTargets?: boolean;
}

function linkList(docs: Docs, { title, ids, root, areTargets = false }: LinkListOptions) {
  const { siteUrl } = docs.corpus.meta;
  const items = ids.map((id) => {
    const linked = docs.doc({ id })!;
    const mark = areTargets ? html` data-id="${id}"` : "";
    return html`<li><a href="${pageAddress(linked.slug, { siteUrl, root })}"${mark}><bdi>${linked.title}</bdi></a></li>`;
  });
  const list =
    items.length > 0 ? html`<ul class="plain">${items}</ul>` : html`<p class="quiet">None.</p>`;
  return html`<section><h2>${title}</h2>${list}</section>`;
}
