import { parseMintCredentials } from "../secrets/credentials.ts";
import { authenticate, authorize, forHandshake } from "./access.ts";
import { claimCode, issueCode } from "./handshake.ts";
import { mintToken } from "./mint.ts";
import { type PartnerApp, refuseToken, succeed } from "./replies.ts";
import { callerOf, clientOf, type PartnerSide, readBody } from "./requests.ts";
import { claimBody } from "./schemas.ts";

/** Adds the route that mints application tokens and those that hand out certificates. */
export function addHandshakeRoutes(app: PartnerApp, side: PartnerSide): void {
  const { platform, onError } = side;
  app.post("/auth/application_token", async (context) => {
    const { authorization, address, ask, call } = callerOf(side, context);
    const credentials = parseMintCredentials(authorization);
    const mint = { clientId: clientOf(context), credentials, address, ask, call };
    const token = await mintToken(platform, mint).catch((error) => {
      // To a client, docgate's own failure looks like any other refusal (PIA §7).
      onError(error);
      platform.onRefusal("mint", "error", call);
      return null;
    });
    if (token === null) return context.json({ message: "Invalid request" }, 500);
    return succeed(context, JSON.stringify({ type: "Bearer", access_token: token }));
  });

  app.get("/resources/certificate", async (context) => {
    const caller = await authorize(platform, { ...callerOf(side, context), rule: forHandshake });
    const issue = { clientId: clientOf(context), call: context.var.call };
    const code = caller && (await issueCode(platform, caller.key, issue));
    return code ? succeed(context, JSON.stringify({ code })) : context.env.drop();
  });

  app.post("/resources/certificate", async (context) => {
    const principal = await authenticate(platform, callerOf(side, context));
    if (!principal) return refuseToken(context);
    const body = await readBody(context, claimBody);
    if (body instanceof Response) return body;
    const claim = { clientId: clientOf(context), code: body.code, call: context.var.call };
    // The bindings are checked last, so that a claim while one is missing still consumes the code
    // (CHAIN-C8).
    const isRight = await claimCode(platform, principal, claim);
    return isRight ? context.json({ success: true }) : context.json({ success: false }, 401);
  });
}
