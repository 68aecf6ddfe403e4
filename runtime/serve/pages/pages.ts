import type { HonoRequest } from "hono";
import type { Doc } from "../../../corpus/schema.ts";
import { decodePath } from "../../../corpus/text/slug.ts";
import { nearestPages } from "../../agents/nearest-pages.ts";
import type { LongWork } from "../../docs/execute/long-work.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import type { Assets, PageName } from "../assets.ts";
import type { ShowContent } from "../partner-page/routes.ts";
import type { ApiDocument } from "../reference/document.ts";
import { renderReference } from "../reference/page.ts";
import { renderBar } from "./bar.ts";
import { routesOf } from "./edition-parts.ts";
import { findInTime, renderHome } from "./home-page.ts";
import { renderMissing } from "./missing-page.ts";
import { siteAddress } from "./page-address.ts";
import { renderDoc } from "./reader-page.ts";
import { rootOf, sendDescription, sendPage } from "./send-page.ts";

export interface PagesOptions {
  readonly assets: Assets;
  /** The docs in use now. */
  readonly docs: () => Docs;
  readonly work: LongWork;
  /** True if the partner chain and its administrators are served too. */
  readonly hasChain: boolean;
  /** True if pages are also served as Markdown. */
  readonly hasAgents: boolean;
  readonly hasMcp: boolean;
  readonly hasMetrics: boolean;
  /** True if the search box reports which searches lead to a place. */
  readonly reportsClicks: boolean;
}

/** Answers browsers. */
export interface Pages {
  /** A page whose content its own script makes. */
  app(name: PageName, req: HonoRequest): Promise<Response>;
  /** The page of a partner, with this content. */
  partner: ShowContent;
  /** The reference of the APIs that an OpenAPI document describes. */
  reference(req: HonoRequest, describe: () => Promise<object>): Promise<Response>;
  /** The start page. */
  home(req: HonoRequest): Promise<Response>;
  /** The start page for programs. */
  description(req: HonoRequest, description: object): Promise<Response>;
  /**
   * The page of a doc: on its site, or else in the reader.
   *
   * @param doc Default: the one with the path of the request.
   * @returns null if there is none
   */
  doc(req: HonoRequest, doc?: Doc | null): Promise<Response> | Response | null;
  /** Says that there is nothing at the path, and what is near. */
  missing(req: HonoRequest): Promise<Response>;
  /** Says that what was at the path has been removed for good, and what is near. */
  gone(req: HonoRequest): Promise<Response>;
}

/** Creates the pages over the docs, with the bar that they share. */
export function createPages(options: PagesOptions): Pages {
  const { assets, docs, work, hasChain, hasAgents, hasMcp, hasMetrics, reportsClicks } = options;

  function barFor(current: PageName | null, { path }: HonoRequest): Promise<string> {
    const { name } = docs().meta();
    const { siteUrl } = docs().corpus.meta;
    const { isDefault } = docs().edition();
    const searchUrl = isDefault ? null : routesOf(docs(), rootOf(path)).replace(/\/$/, "");
    return renderBar({
      name,
      siteUrl,
      searchUrl,
      root: rootOf(path),
      current,
      hasChain,
      reportsClicks,
    });
  }

  /** Rendered when it is first asked for: the description stays the same. */
  let reference: Promise<string> | undefined;

  async function read(doc: Doc, req: HonoRequest): Promise<Response> {
    const parts = await renderDoc(docs(), { doc, root: rootOf(req.path), hasAgents });
    return sendPage(req, assets.page("reader"), { ...parts, bar: await barFor(null, req) });
  }

  async function refuse(req: HonoRequest, status: 404 | 410): Promise<Response> {
    const page = assets.page("home");
    const root = rootOf(req.path);
    const path = pathOf(req);
    const nearest = nearestPages(docs().corpus, path);
    const parts = await renderMissing(docs(), { path, root, nearest, isGone: status === 410 });
    return sendPage(req, { ...page, status }, { ...parts, bar: await barFor(null, req) });
  }

  return {
    async app(name, req) {
      return sendPage(req, assets.page(name), { bar: await barFor(name, req) });
    },
    async partner(req, { status, content }) {
      const page = assets.page("partner");
      const bar = await barFor("partner", req);
      return sendPage(req, page.status === 200 ? { ...page, status } : page, { content, bar });
    },
    async reference(req, describe) {
      reference ??= describe().then((description) => renderReference(description as ApiDocument));
      const bar = await barFor("reference", req);
      return sendPage(req, assets.page("reference"), { content: await reference, bar });
    },
    async home(req) {
      const served = { hasChain, hasAgents, hasMcp, hasMetrics };
      const { query, section, part } = asked(req);
      const found = query === undefined ? undefined : await findInTime(docs(), { query, work });
      const parts = await renderHome(docs(), { query, section, part, found, ...served });
      const page = assets.page("home");
      const status = found && "refusal" in found ? found.status : page.status;
      return sendPage(req, { ...page, status }, { ...parts, bar: await barFor("home", req) });
    },
    description(req, description) {
      return sendDescription(req, assets.page("home"), description);
    },
    doc(req, doc = findDoc(docs(), req)) {
      if (doc === null) return null;
      const { siteUrl } = docs().corpus.meta;
      return siteUrl === null ? read(doc, req) : redirect(siteAddress(doc.slug, siteUrl));
    },
    missing: (req) => refuse(req, 404),
    gone: (req) => refuse(req, 410),
  };
}

/** Finds a doc by its slug, however the path of the request is encoded. */
function findDoc(docs: Docs, req: HonoRequest): Doc | null {
  const path = pathOf(req);
  return docs.doc({ slug: path }) ?? docs.atAddress(decodePath(path));
}

/** Returns the path as it was sent. */
function pathOf({ url }: HonoRequest): string {
  return new URL(url).pathname;
}

/** The same address may have another answer for programs. */
function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location, Vary: "Accept" } });
}

function asked(req: HonoRequest) {
  const part = req.query("part") ?? "1";
  return {
    query: req.query("q"),
    section: req.query("section"),
    part: /^[1-9]\d{0,5}$/.test(part) ? Number(part) : 1,
  };
}
