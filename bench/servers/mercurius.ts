/**
 * Mercurius on Fastify; `jit` as the second argument compiles a text from its first repetition on.
 */
import { fastify } from "fastify";
import mercurius from "mercurius";
import { announce } from "./announce.ts";
import { loadExecutableSchema } from "./schema.ts";

const app = fastify();
await app.register(mercurius, {
  schema: await loadExecutableSchema(),
  jit: process.argv[3] === "jit" ? 1 : 0,
});
announce(await app.listen({ port: 0, host: "127.0.0.1" }));
