import { html, raw } from "hono/html";
import type { Doc, Heading } from "../../../corpus/schema.ts";
import { markdownSlugOf } from "../../../corpus/text/slug.ts";
import { escapeAddress } from "../../agents/addresses.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import {
  editionSwitch,
  folderAddress,
  languageLinks,
  languageOf,
  olderNotice,
  routesOf,
} from "./edition-parts.ts";
import { pageAddress } from "./page-address.ts";
import { type ReaderText, readerText } from "./reader-text.ts";
import type { PageParts } from "./send-page.ts";
import { treeNav } from "./tree-nav.ts";

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
 * of the page renders it. Tools that compare a page with its Markdown need not compare this source
 * with it.
 */
export async function renderDoc(
  docs: Docs,
  { doc, root, hasAgents }: ReaderOptions,
): Promise<Omit<PageParts, "bar">> {
  const { name } = docs.meta();
  const markdown = root + markdownSlugOf(doc.slug).slice(1);
  const { title, description } = doc;
  const [first] = doc.headings;
  const text = readerText(doc, (target) => addressOf(docs, { target, doc, root }));
  const isTitle = first !== undefined && first.depth === 1 && first.text === title;
  const outlined = doc.headings.slice(isTitle ? 1 : 0);
  const head = await html`<title>${title} · ${name}</title>
    ${description ? html`<meta name="description" content="${description}">` : ""}${languageLinks(docs, { doc, root })}
    ${hasAgents ? html`<link rel="alternate" type="text/markdown" href="${markdown}">` : ""}`;
  const content = await html`<div class="reader">${treeNav(docs, { doc, root })}
      <article${languageOf(docs)}>
        <header>${breadcrumbs(docs, { doc, root })}${editionSwitch(docs, { doc, root })}${olderNotice(docs, { doc, root })}
        <h1${isTitle ? placeOf(first, text) : ""}><bdi>${title}</bdi></h1>
        ${description ? html`<p class="lead">${description}</p>` : ""}</header>
        ${outlined.length > 0 ? outline(outlined, text) : ""}
        <div id="Text" class="text"><pre id="Source" class="source" data-markdown-ignore data-blocks="${JSON.stringify(text.blocks)}">
${raw(escapeSource(text.markdown))}</pre></div>
        ${turn(docs, { doc, root })}
        ${around(docs, { doc, root })}
        ${hasAgents ? forAgents(markdown, `${routesOf(docs, root)}llms.txt`) : ""}
      </article></div>`;
  return { head: head.toString(), content: content.toString() };
}

interface LinkOptions {
  readonly target: number | string;
  readonly doc: Doc;
  readonly root: string;
}

/** Returns the address in the reader for the target of a link: see `marks` in `corpus/schema.ts`. */
function addressOf(docs: Docs, { target, doc, root }: LinkOptions): string {
  const [path = "", ...rest] = String(target).split("#");
  const fragment = rest.length > 0 ? `#${encodeURI(rest.join("#").toWellFormed())}` : "";
  if (path === "") return fragment || "#";
  const { siteUrl } = docs.corpus.meta;
  const linked = path.startsWith("/")
    ? docs.doc({ slug: path })
    : docs.doc({ id: doc.links[Number(path)]! });
  if (linked === doc) return fragment || "#";
  return escapeAddress(pageAddress(linked?.slug ?? path, { siteUrl, root }) + fragment);
}

/** Leads to the pages before and after it. */
function turn(docs: Docs, { doc, root }: { readonly doc: Doc; readonly root: string }) {
  const { siteUrl } = docs.corpus.meta;
  const { previous, next } = docs.neighbors(doc);
  const link = (
    page: Doc,
    { rel, text }: { readonly rel: "prev" | "next"; readonly text: string },
  ) =>
    html`<a rel="${rel}" href="${pageAddress(page.slug, { siteUrl, root })}"><small>${text}</small><bdi>${page.title}</bdi></a>`;
  if (!previous && !next) return "";
  return html`<nav class="turn" aria-label="Previous and next page">${previous ? link(previous, { rel: "prev", text: "Previous" }) : ""}${next ? link(next, { rel: "next", text: "Next" }) : ""}</nav>`;
}

/** Tells agents that read HTML where they find less to read, as people see it too. */
function forAgents(markdown: string, list: string) {
  return html`<p class="agents small quiet">For agents: this page is also <a href="${markdown}">Markdown</a>, without all that is around it here, and all pages are listed in <a href="${list}">llms.txt</a>.</p>`;
}

/** Escapes every character that matters; HTML would take a carriage return for a line feed. */
function escapeSource(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "&#13;");
}

function breadcrumbs(
  docs: Docs,
  { doc: { section, category }, root }: { readonly doc: Doc; readonly root: string },
) {
  const crumb = (text: string, folder: string) => {
    const address = folderAddress(docs, { folder, root });
    const label = html`<bdi>${text}</bdi>`;
    return html`<li>${address === null ? label : html`<a href="${address}">${label}</a>`}</li>`;
  };
  const names = [section, ...(category?.split("/") ?? [])];
  const folders = names.map((name, at) => crumb(name, names.slice(0, at + 1).join("/")));
  return html`<nav class="where" aria-label="Breadcrumbs"><ol>
          ${crumb(docs.meta().name, "")}
          ${folders}
        </ol></nav>`;
}

/** Attributes by which the script finds a heading. */
function placeOf({ start, anchor }: Heading, text: ReaderText) {
  return html` data-heading="${text.placeOf(start)}" data-anchor="${anchor}"`;
}

function outline(headings: readonly Heading[], text: ReaderText) {
  const items = headings.map(
    (heading) =>
      html`<li class="depth-${heading.depth}"><a href="#${encodeURIComponent(heading.anchor)}"${placeOf(heading, text)}><bdi>${heading.text}</bdi></a></li>`,
  );
  return html`<details class="outline"><summary>On this page</summary><nav aria-label="On this page"><ul>${items}</ul></nav></details>`;
}

function around(docs: Docs, { doc, root }: { readonly doc: Doc; readonly root: string }) {
  const from = docs.backlinks(doc).filter((id) => !docs.doc({ id })!.unlisted);
  const graph = `${root}graph#${encodeURIComponent(doc.id).replaceAll("%2F", "/")}`;
  const more = from.length - BACKLINKS;
  return html`<div class="around">
          ${linkList(docs, { title: "What links here", ids: from.slice(0, BACKLINKS), root })}
          ${linkList(docs, { title: "Links to", ids: doc.links, root })}
          <p class="small quiet">${more > 0 ? `And ${more.toLocaleString("en")} more. ` : ""}<a href="${graph}">Show in the graph</a></p>
        </div>`;
}

interface LinkListOptions {
  readonly title: string;
  readonly ids: readonly string[];
  readonly root: string;
}

function linkList(docs: Docs, { title, ids, root }: LinkListOptions) {
  const { siteUrl } = docs.corpus.meta;
  const items = ids.map((id) => {
    const linked = docs.doc({ id })!;
    return html`<li><a href="${pageAddress(linked.slug, { siteUrl, root })}"><bdi>${linked.title}</bdi></a></li>`;
  });
  const list =
    items.length > 0 ? html`<ul class="plain">${items}</ul>` : html`<p class="quiet">None.</p>`;
  return html`<section><h2>${title}</h2>${list}</section>`;
}
