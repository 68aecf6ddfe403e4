import type { Hono } from "hono";
import type { Env } from "../../docs/http/reply.ts";
import { type AgentRoutesOptions, createParts } from "./agent-parts.ts";
import { createListRoutes } from "./list-routes.ts";
import { type AnswerPage, createPageAnswer } from "./page-answer.ts";

/** The routes of lists, and the answers with pages at the paths that no route has. */
export interface AgentRoutes {
  readonly lists: Hono<Env>;
  readonly answerPage: AnswerPage;
}

/** Creates the routes of Markdown and llms.txt over the docs in use. */
export function createAgentRoutes(options: AgentRoutesOptions): AgentRoutes {
  const parts = createParts(options);
  return { lists: createListRoutes(parts), answerPage: createPageAnswer(parts) };
}
