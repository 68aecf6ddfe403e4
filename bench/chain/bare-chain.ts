/**
 * Bare Hono for comparison with the partner's side, with the cryptography and the headers of docgate:
 * GET compares the digest of the token and sends the bytes given in the environment; POST hashes
 * both secrets and signs a token as small as an application token, with jose or, at `/in-place`,
 * with `node:crypto`.
 */
import {
  createHash,
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from "node:crypto";
import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { generateKeyPair, SignJWT } from "jose";

const answer = process.env.ANSWER!;
const known = digestOf(process.env.TOKEN!);
const { privateKey } = await generateKeyPair("EdDSA");
const inPlace = generateKeyPairSync("ed25519").privateKey;
const hashKey = createSecretKey(randomBytes(32));

function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function send(context: Context, body: string): Response {
  return context.body(body, 200, {
    "Access-Control-Allow-Origin": context.req.header("Origin")!,
    Vary: "Origin",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Type": "application/json",
  });
}

/** @returns true if both secrets, hashed under a key, are some; they are compared with nothing */
function hashSecrets(context: Context): boolean {
  const credentials = Buffer.from(context.req.header("Authorization")!, "base64").toString();
  const [clientSecret, , apiKey] = credentials.split("|");
  return [clientSecret!, apiKey!].every(
    (secret) => createHmac("sha256", hashKey).update(secret).digest("base64url") !== "",
  );
}

const claims = { client_id: "dgc_00000000000000000000", gen: 1 };
const header = { alg: "EdDSA", typ: "JWT", kid: "key" };

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

const app = new Hono();
app.get("/", (context) => {
  const isKnown = digestOf(context.req.header("Authorization")!.slice(7)) === known;
  return isKnown ? send(context, answer) : context.body(null, 401);
});
app.post("/", async (context) => {
  if (!hashSecrets(context)) return context.body(null, 401);
  const token = await new SignJWT(claims)
    .setProtectedHeader(header)
    .setIssuer("bare")
    .setSubject(crypto.randomUUID())
    .setIssuedAt()
    .setJti(crypto.randomUUID())
    .sign(privateKey);
  return send(context, JSON.stringify({ token }));
});
app.post("/in-place", (context) => {
  if (!hashSecrets(context)) return context.body(null, 401);
  const times = { iat: Math.floor(Date.now() / 1000), jti: crypto.randomUUID() };
  const text = `${encode(header)}.${encode({ ...claims, iss: "bare", sub: crypto.randomUUID(), ...times })}`;
  const token = `${text}.${sign(null, Buffer.from(text), inPlace).toString("base64url")}`;
  return send(context, JSON.stringify({ token }));
});
serve({ fetch: app.fetch, port: 0 }, ({ port }) => {
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
