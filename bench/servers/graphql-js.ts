/** graphql-js on Hono, each text parsed and validated once. */
import { serve } from "@hono/node-server";
import { type DocumentNode, execute, parse, validate } from "graphql";
import { Hono } from "hono";
import { announce } from "./announce.ts";
import { loadExecutableSchema } from "./schema.ts";

/** Maximum number of texts kept; the oldest is dropped first. */
const MAX_DOCUMENTS = 1000;

const schema = await loadExecutableSchema();
const documents = new Map<string, DocumentNode>();
const app = new Hono();
app.post("/graphql", async (context) => {
  const { query, variables } = JSON.parse(await context.req.text());
  const answer = await execute({
    schema,
    document: documentOf(query),
    variableValues: variables,
  });
  return context.body(JSON.stringify(answer), 200, {
    "Content-Type": "application/json; charset=utf-8",
  });
});
serve({ fetch: app.fetch, port: 0 }, ({ port }) => announce(`http://127.0.0.1:${port}`));

function documentOf(text: string): DocumentNode {
  const known = documents.get(text);
  if (known) return known;
  const document = parse(text);
  const [error] = validate(schema, document);
  if (error) throw error;
  if (documents.size >= MAX_DOCUMENTS) documents.delete(documents.keys().next().value!);
  documents.set(text, document);
  return document;
}
