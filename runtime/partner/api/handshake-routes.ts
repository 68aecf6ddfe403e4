import type { Platform } from "../platform.ts";
import { parseMintCredentials } from "../secrets/credentials.ts";
import { authenticate, authorize, type Caller, forHandshake } from "./access.ts";
import { claimCode, issueCode } from "./handshake.ts";
import { mintToken } from "./mint.ts";
import { type PartnerApp, type Reply, refuseToken, send, succeed, success } from "./replies.ts";
import { callerOf, clientOf, readBody } from "./requests.ts";
import { claimBody } from "./schemas.ts";

export const MINT_PATH = "/auth/application_token";

export interface MintCall {
  readonly caller: Required<Caller>;
  readonly clientId: string | null;
  readonly onError: (error: unknown) => void;
}

/** Mints a token; every refusal has the same answer. */
export async function mintReply(
  platform: Platform,
  { caller: { authorization, ask, call }, clientId, onError }: MintCall,
): Promise<Reply> {
  const credentials = parseMintCredentials(authorization);
  const token = await mintToken(platform, { clientId, credentials, ask, call }).catch((error) => {
    // To a client, docgate's own failure looks like any other refusal (PIA §7).
    onError(error);
    platform.onRefusal("mint", "error", call);
    return null;
  });
  if (token === null) return { status: 500, body: '{"message":"Invalid request"}' };
  return success(JSON.stringify({ type: "Bearer", access_token: token }));
}

/** Adds the route that mints application tokens and those that hand out certificates. */
export function addHandshakeRoutes(
  app: PartnerApp,
  { platform, onError }: { readonly platform: Platform; onError(error: unknown): void },
): void {
  app.post(MINT_PATH, async (context) => {
    const caller = callerOf(platform, context);
    return send(
      context,
      await mintReply(platform, { caller, clientId: clientOf(context), onError }),
    );
  });

  app.get("/resources/certificate", async (context) => {
    const caller = await authorize(platform, {
      ...callerOf(platform, context),
      rule: forHandshake,
    });
    const issue = { clientId: clientOf(context), call: context.var.call };
    const code = caller && (await issueCode(platform, caller, issue));
    return code ? succeed(context, JSON.stringify({ code })) : context.env.drop();
  });

  app.post("/resources/certificate", async (context) => {
    const principal = await authenticate(platform, callerOf(platform, context));
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
