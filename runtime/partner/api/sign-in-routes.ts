import { confirmPasscode } from "../sign-in/passcode.ts";
import { refresh } from "../sign-in/refresh.ts";
import { signIn } from "../sign-in/sign-in.ts";
import type { TokensResult } from "../sign-in/tokens.ts";
import type { PartnerApp, PartnerContext } from "./replies.ts";
import { originOf, type PartnerSide, readBody } from "./requests.ts";
import { passcodeBody, refreshBody, signInBody } from "./schemas.ts";

/** Adds the routes with which a partner's consumers sign in and stay signed in. */
export function addSignInRoutes(app: PartnerApp, { platform, clientAddress }: PartnerSide): void {
  const fromOf = (context: PartnerContext) => ({
    origin: originOf(context),
    address: clientAddress(context),
    call: context.var.call,
  });

  app.post("/auth/access_token", async (context) => {
    const body = await readBody(context, signInBody);
    if (body instanceof Response) return body;
    const from = fromOf(context);
    const result = await signIn(platform, { ...from, ...body });
    if (result.kind === "refused") return refuseSignIn(context);
    if (result.kind === "tokens") return answerTokens(context, result);
    return context.json({
      success: true,
      status: 200,
      statusCode: 201,
      message: "Verify",
      result: { hash: result.hash },
    });
  });

  app.post("/auth/otp/confirm", async (context) => {
    const body = await readBody(context, passcodeBody);
    if (body instanceof Response) return body;
    const from = fromOf(context);
    const result = await confirmPasscode(platform, { ...from, hash: body.token, pin: body.pin });
    if (result.kind === "tokens") return answerTokens(context, result);
    return context.json({ success: false, message: "Expired" });
  });

  app.post("/auth/refresh_token", async (context) => {
    const body = await readBody(context, refreshBody);
    if (body instanceof Response) return body;
    const { origin, call } = fromOf(context);
    const result = await refresh(platform, { origin, call, refreshToken: body.refresh_token });
    return result.kind === "tokens" ? answerTokens(context, result) : refuseSignIn(context);
  });
}

function refuseSignIn(context: PartnerContext): Response {
  return context.json({ success: false, status: 406 });
}

function answerTokens(
  context: PartnerContext,
  { accessToken, refreshToken }: Omit<TokensResult, "kind">,
): Response {
  const result = { access_token: accessToken, refresh_token: refreshToken };
  return context.json({ success: true, status: 200, statusCode: 200, result });
}
