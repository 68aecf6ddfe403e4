import { html } from "hono/html";
import { FORMAT_VERSION } from "../../../corpus/layout.ts";
import type { Doc } from "../../../corpus/schema.ts";
import type { HitList } from "../../../corpus/search/words/hits.ts";
import { HIT_LIMITS } from "../../../corpus/search/words/query.ts";
import { inSiteOrder } from "../../../corpus/site-order.ts";
import { MCP_PATH } from "../../agents/mcp/routes.ts";
import { type Section, sectionsOf } from "../../agents/page-folders.ts";
import type { LongWork } from "../../docs/execute/long-work.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { explainRefusal } from "../../docs/execute/search-refusal.ts";
import { count } from "./count.ts";
import { findForm } from "./find-form.ts";
import { listFolder } from "./folder-list.ts";
import { hitList } from "./found-list.ts";
import { pageAddress } from "./page-address.ts";
import type { PageParts } from "./send-page.ts";

export interface HomeOptions {
  /** The words to search for. */
  readonly query: string | undefined;
  /** The result of the search. Default: nothing was searched for. */
  readonly found: SearchOutcome | undefined;
  /** The section, or the folder in one, to list. */
  readonly section: string | undefined;
  /** The part of its list, from 1. */
  readonly part: number;
  /** True if the partner chain and its administrators are served too. */
  readonly hasChain: boolean;
  /** True if pages are also served as Markdown. */
  readonly hasAgents: boolean;
  readonly hasMcp: boolean;
  readonly hasMetrics: boolean;
}

/** The start page is `/`. */
const ROOT = "./";
/** Titles shown of each section. */
const TITLES = 3;
const HITS = 20;

/** Hits, or why there are none and the status of the page that says so. */
export type SearchOutcome = HitList<Doc> | { readonly refusal: string; readonly status: number };

interface FindOptions {
  readonly query: string;
  readonly work: LongWork;
}

/** Searches in words for the start page. */
export async function findInTime(docs: Docs, { query, work }: FindOptions): Promise<SearchOutcome> {
  const { length } = query;
  const most = HIT_LIMITS.queryLength;
  if (length > most) {
    const refusal = `The search has ${length} characters, and at most ${most} are possible.`;
    return { refusal, status: 200 };
  }
  try {
    return await work.run(() => docs.hitsInSteps({ query, limit: HITS }));
  } catch (error) {
    return { refusal: explainRefusal(error), status: 503 };
  }
}

/** Creates the start page, which is also the answer of its search, and the list of a section. */
export async function renderHome(
  docs: Docs,
  options: HomeOptions,
): Promise<Omit<PageParts, "bar">> {
  const { name, description } = docs.meta();
  const { query, found, section, part } = options;
  const [title, content] =
    query !== undefined && found !== undefined
      ? [`${query} · ${name}`, answer(docs, { query, found })]
      : section !== undefined
        ? [`${section} · ${name}`, listFolder(docs, { path: section, part, root: ROOT })]
        : [name, start(docs, options)];
  const head = await html`<title>${title}</title>
    <meta name="description" content="${description}">`;
  return { head: head.toString(), content: (await content).toString() };
}

function start(docs: Docs, options: HomeOptions) {
  const { name, description } = docs.meta();
  return html`<h1><bdi>${name}</bdi></h1>
      <p class="lead">${description}</p>
      ${findForm({ root: ROOT })}
      ${facts(docs)}
      <section aria-labelledby="sections">
        <h2 id="sections">Sections</h2>
        <ul class="plain cards">${sectionsOf(docs.corpus).map((section) => sectionCard(docs, section))}</ul>
      </section>
      <section aria-labelledby="tools">
        <h2 id="tools">Tools</h2>
        <ul class="plain cards">${tools(options.hasChain)}</ul>
      </section>
      ${options.hasAgents ? forAgents(options) : ""}
      <nav class="routes" aria-label="For programs and operators">${routes(options)}</nav>`;
}

function facts(docs: Docs) {
  const all = inSiteOrder(docs.corpus);
  const words = all.reduce((sum, { wordCount }) => sum + wordCount, 0);
  const links = all.reduce((sum, doc) => sum + doc.links.length, 0);
  return html`<dl class="facts">
        ${fact(all.length, "page")} ${fact(words, "word")} ${fact(links, "link")}
        <div title="SHA-256 ${docs.version}"><dt>corpus, format ${FORMAT_VERSION}</dt><dd><code>${docs.version.slice(0, 8)}</code></dd></div>
      </dl>`;
}

function fact(number: number, noun: string) {
  return html`<div><dt>${noun}${number === 1 ? "" : "s"}</dt><dd>${number.toLocaleString("en")}</dd></div>`;
}

function sectionCard(docs: Docs, { name, docs: members }: Section) {
  const docCount = members.length;
  const { siteUrl } = docs.corpus.meta;
  const [only] = members;
  const address =
    docCount === 1 && only
      ? pageAddress(only.slug, { siteUrl, root: ROOT })
      : `${ROOT}?section=${encodeURIComponent(name)}`;
  const titles = members.slice(0, TITLES).map(({ title }) => title);
  const more = docCount > TITLES ? ", …" : "";
  return html`<li><a href="${address}"><bdi>${name}</bdi></a> <small>${count(docCount, "page")}</small>
          <p><bdi>${titles.join(", ")}${more}</bdi></p></li>`;
}

const TOOLS = [
  ["graph", "Graph", "Pages and the links between them, drawn or listed."],
  ["graphql", "Explorer", "Write and run queries of the GraphQL API, with examples."],
] as const;
const CHAIN_TOOLS = [
  ["reference", "Reference", "The partner API and the admin API, operation by operation."],
  ["admin", "Console", "Partners’ keys, certificates and contracts, for administrators."],
] as const;

function tools(hasChain: boolean) {
  return [...TOOLS, ...(hasChain ? CHAIN_TOOLS : [])].map(
    ([path, text, description]) =>
      html`<li><a href="${ROOT}${path}">${text}</a><p>${description}</p></li>`,
  );
}

function forAgents({ hasMcp }: HomeOptions) {
  const mcp = html` With the Model Context Protocol, at <code>${MCP_PATH}</code>, they search and read only what they need.`;
  return html`<section aria-labelledby="agents">
        <h2 id="agents">For agents</h2>
        <p>Coding agents read each page as Markdown: <a href="${ROOT}llms.txt">llms.txt</a> lists them all.${hasMcp ? mcp : ""}</p>
      </section>`;
}

function routes({ hasChain, hasAgents, hasMetrics }: HomeOptions) {
  const paths = [
    "search.json?q=first+steps",
    "quote.json?q=a+text+that+may+be+in+the+docs",
    ...(hasAgents ? ["llms.txt", "llms-full.txt"] : []),
    ...(hasChain ? ["openapi.json"] : []),
    "healthz",
    "readyz",
    ...(hasMetrics ? ["metrics"] : []),
  ];
  return paths.map((path) => html`<a href="${ROOT}${path}">/${path.split("?")[0]}</a> `);
}

interface AnswerOptions {
  readonly query: string;
  readonly found: SearchOutcome;
}

function answer(docs: Docs, { query, found }: AnswerOptions) {
  const form = html`<h1>Search</h1>${findForm({ root: ROOT, query })}`;
  if ("refusal" in found) return html`${form}<p class="lead" role="status">${found.refusal}</p>`;
  const { total, corrections, items } = found;
  const corrected = corrections.map(({ from, to }) => html` “${to}” was read for “${from}”.`);
  const places =
    total > items.length
      ? `${items.length} of ${count(total, "place")}.`
      : `${count(total, "place")}.`;
  const summary = total === 0 ? "Nothing was found." : places;
  const { siteUrl } = docs.corpus.meta;
  return html`${form}
      <p class="lead" role="status">${summary}${corrected}</p>
      <div class="found">${hitList(items, { siteUrl, root: ROOT })}</div>`;
}
