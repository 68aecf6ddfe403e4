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
  const sendList = (context: Context<Env>, list: Answer | undefined) =>
    list
      ? send(context, list)
      : respond(context, missingPage(answers(), { path: context.req.path }));

  app.get(LLMS_PATH, (context) => sendList(context, answers().list(partOf(context))));
  app.get(LLMS_FULL_PATH, async (context) => send(context, await answers().full()));
  app.get("/llms/:folder{.+\\.txt}", (context) => {
    const path = context.req.param("folder").slice(0, -".txt".length);
    return sendList(context, answers().folderList(path, partOf(context)));
  });
  app.get("/", (context, next) => {
    const isPreferred = preference.prefersList(context.req.header("Accept"));
    return isPreferred ? send(context, answers().start(), "Accept") : next();
  });
  return app;
}

/** Returns the number of the part of a list that is asked for; 0 if it is not a number. */
function partOf(context: Context<Env>): number {
  const part = context.req.query("part") ?? "1";
  return /^\d{1,6}$/.test(part) ? Number(part) : 0;
}
