/** Bare Hono that reads the body and sends the bytes it is given in the environment. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const answer = process.env.ANSWER!;
const app = new Hono();
app.post("/graphql", async (context) => {
  await context.req.text();
  return context.body(answer, 200, { "Content-Type": "application/json; charset=utf-8" });
});
serve({ fetch: app.fetch, port: 0 }, ({ port }) => {
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
