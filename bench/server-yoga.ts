/** graphql-yoga on Hono, with the same schema and the same functions behind it. */
import { serve } from "@hono/node-server";
import { createSchema, createYoga } from "graphql-yoga";
import { Hono } from "hono";
import { loadCorpus } from "../corpus/read.ts";
import { createDocs } from "../runtime/docs/docs.ts";
import { TYPE_DEFS } from "../runtime/docs/schema.ts";

const docs = createDocs(await loadCorpus(process.argv[2]!));
const yoga = createYoga({
  schema: createSchema({
    typeDefs: TYPE_DEFS,
    resolvers: {
      Query: {
        meta: () => docs.meta(),
        sections: () => docs.sections(),
        docs: (_: unknown, args: object) => docs.docs(args),
        doc: (_: unknown, args: object) => docs.doc(args),
        search: (_: unknown, args: { query: string }) => docs.search(args),
        graph: () => docs.graph(),
      },
    },
  }),
  logging: false,
});
const app = new Hono();
app.post("/graphql", (context) => yoga.fetch(context.req.raw));
serve({ fetch: app.fetch, port: 0 }, ({ port }) => {
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
