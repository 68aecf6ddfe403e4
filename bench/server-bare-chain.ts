/**
 * Bare Hono for comparison with the partner's side: GET sends the bytes given in the environment,
 * POST signs a token as small as an application token.
 */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { generateKeyPair, SignJWT } from "jose";

const answer = process.env.ANSWER!;
const type = { "Content-Type": "application/json" };
const { privateKey } = await generateKeyPair("EdDSA");

const app = new Hono();
app.get("/", (context) => context.body(answer, 200, type));
app.post("/", async (context) => {
  const token = await new SignJWT({ client_id: "dgc_00000000000000000000", gen: 1 })
    .setProtectedHeader({ alg: "EdDSA", typ: "JWT", kid: "key" })
    .setIssuer("bare")
    .setSubject(crypto.randomUUID())
    .setIssuedAt()
    .setJti(crypto.randomUUID())
    .sign(privateKey);
  return context.body(JSON.stringify({ token }), 200, type);
});
serve({ fetch: app.fetch, port: 0 }, ({ port }) => {
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
