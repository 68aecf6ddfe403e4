import type { Hono } from "hono";
import type { DirectRoute } from "../../docs/http/node-handler.ts";
import { type AgentRoutesOptions, createParts } from "./agent-parts.ts";
import { createListRoutes } from "./list-routes.ts";
import { createPageRoutes, directPages } from "./page-routes.ts";
import type { Env } from "./respond.ts";

/** The routes that agents read, in two parts: those of pages come after all other routes. */
export interface AgentRoutes {
  readonly lists: Hono<Env>;
  readonly pages: Hono<Env>;
  /** Answers for `pages`, without the app, at addresses that have come to them before. */
  readonly direct: DirectRoute;
}

/** Creates the routes of Markdown and llms.txt over the docs in use. */
export function createAgentRoutes(options: AgentRoutesOptions): AgentRoutes {
  const parts = createParts(options);
  return {
    lists: createListRoutes(parts),
    pages: createPageRoutes(parts),
    direct: directPages(parts),
  };
}
