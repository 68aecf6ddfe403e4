/** Bare Hono that sends recorded answers: a file with lists of path, headers and body in base64. */
import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { announce } from "./announce.ts";

type RecordedAnswer = readonly [path: string, headers: Record<string, string>, body: string];

const recorded: readonly RecordedAnswer[] = JSON.parse(readFileSync(process.argv[2]!, "utf8"));
const answers = new Map(
  // Hono decodes the path of a request.
  recorded.map(([path, headers, body]) => [
    decodeURI(path),
    { headers, body: Buffer.from(body, "base64") },
  ]),
);
const app = new Hono();
app.get("/*", (context) => {
  const answer = answers.get(context.req.path);
  return answer ? context.body(answer.body, 200, answer.headers) : context.notFound();
});
serve({ fetch: app.fetch, port: 0 }, ({ port }) => announce(`http://127.0.0.1:${port}`));
