/** Bare Hono that reads the body and sends the bytes of a file, with docgate's headers. */
import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { headersOf } from "../../runtime/docs/http/reply.ts";
import { announce } from "./announce.ts";

const answer = readFileSync(process.argv[2]!, "utf8");
const headers = headersOf("application/json");
const app = new Hono();
app.post("/graphql", async (context) => {
  await context.req.text();
  return context.body(answer, 200, headers);
});
serve({ fetch: app.fetch, port: 0 }, ({ port }) => announce(`http://127.0.0.1:${port}`));
