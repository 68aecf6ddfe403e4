import type { HonoRequest } from "hono";
import type { Docs } from "../../docs/execute/queries.ts";
import type { Assets, PageName } from "../assets.ts";
import { renderBar } from "./bar.ts";
import { renderHome } from "./home-page.ts";
import { rootOf, sendPage } from "./send-page.ts";

export interface PagesOptions {
  readonly assets: Assets;
  /** The docs in use now. */
  readonly docs: () => Docs;
  /** True if the partner chain and its administrators are served too. */
  readonly hasChain: boolean;
  readonly hasMetrics: boolean;
}

/** Answers browsers. */
export interface Pages {
  /** A page whose content its own script makes. */
  app(name: PageName, req: HonoRequest): Promise<Response>;
  /** The start page. */
  home(req: HonoRequest): Promise<Response>;
}

/** Creates the pages over the docs, with the bar that they share. */
export function createPages({ assets, docs, hasChain, hasMetrics }: PagesOptions): Pages {
  function barFor(current: PageName | null, { path }: HonoRequest): Promise<string> {
    return renderBar({ name: docs().meta().name, root: rootOf(path), current, hasChain });
  }

  return {
    async app(name, req) {
      return sendPage(req, assets.page(name), { bar: await barFor(name, req) });
    },
    async home(req) {
      const parts = await renderHome(docs(), { ...asked(req), hasChain, hasMetrics });
      return sendPage(req, assets.page("home"), { ...parts, bar: await barFor("home", req) });
    },
  };
}

function asked(req: HonoRequest) {
  return { query: req.query("q"), section: req.query("section") };
}
