import { type Context, Hono } from "hono";
import { clientOf, type Env, respond } from "../../docs/http/reply.ts";
import { LLMS_FULL_PATH, LLMS_PATH } from "../llms-txt.ts";
import type { AgentParts } from "./agent-parts.ts";
import type { Answer } from "./answers.ts";
import { missingPage } from "./missing.ts";

/** Creates the routes of the lists of pages. */
export function createListRoutes({ answers, reply, preference }: AgentParts): Hono<Env> {
  const send = (context: Context<Env>, answer: Answer, vary?: "Accept") =>
    respond(context, reply(answer, { ...clientOf(context), vary }));

  const app = new Hono<Env>();
  app.get(LLMS_PATH, (context) => send(context, answers().list()));
  app.get(LLMS_FULL_PATH, async (context) => send(context, await answers().full()));
  app.get("/llms/:folder{.+\\.txt}", (context) => {
    const path = context.req.param("folder").slice(0, -".txt".length);
    const list = answers().folderList(path);
    if (list) return send(context, list);
    return respond(context, missingPage(answers(), { path: context.req.path }));
  });
  app.get("/", (context, next) => {
    const isPreferred = preference.prefersList(context.req.header("Accept"));
    return isPreferred ? send(context, answers().start(), "Accept") : next();
  });
  return app;
}
