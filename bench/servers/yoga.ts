/** graphql-yoga on Hono. */
import { serve } from "@hono/node-server";
import { createSchema, createYoga } from "graphql-yoga";
import { Hono } from "hono";
import { announce } from "./announce.ts";
import { loadPeerSchema } from "./schema.ts";

const yoga = createYoga({ schema: createSchema(await loadPeerSchema()), logging: false });
const app = new Hono();
app.post("/graphql", (context) => yoga.fetch(context.req.raw));
serve({ fetch: app.fetch, port: 0 }, ({ port }) => announce(`http://127.0.0.1:${port}`));
