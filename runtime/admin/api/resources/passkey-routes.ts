import * as z from "zod";
import { name } from "../../../partner/chain/fields.ts";
import { endOtherSessions } from "../../accounts/sessions.ts";
import { completeFactor, expectRecent, factorsOf } from "../../sign-in/factors.ts";
import { signInByPasskey, startPasskeySignIn } from "../../sign-in/passkey-sign-in.ts";
import {
  addPasskey,
  MAX_PASSKEYS,
  removePasskey,
  startPasskeyCreation,
  verifyNewPasskey,
} from "../../sign-in/passkeys.ts";
import { STEP_MINUTES } from "../../sign-in/steps.ts";
import { idParams, runAs } from "../resource.ts";
import { administratorSchema } from "../response-schemas.ts";
import { type AdminRoute, defineOpenRoute, defineRoute } from "../route.ts";
import { addedBody, answerAdded, factorsTag, forSessions } from "./factor-routes.ts";
import { answerSignedIn } from "./session-routes.ts";

const stepToken = z.string().describe(`For the next request, within ${STEP_MINUTES} minutes.`);

/** An object of WebAuthn, which gets further properties over time. */
function webAuthn<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape);
}

/** Base64url, at most 1023 bytes ("Credential ID" in WebAuthn). */
const credentialId = z.string().max(1364);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  clientExtensionResults: webAuthn({}),
};

const assertion = webAuthn({
  ...credential,
  response: webAuthn({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().exactOptional(),
  }),
}).describe("What `navigator.credentials.get` returned, as `AuthenticationResponseJSON`.");

const attestation = webAuthn({
  ...credential,
  response: webAuthn({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string().max(32)).max(10).exactOptional(),
  }),
}).describe("What `navigator.credentials.create` returned, as `RegistrationResponseJSON`.");

export const PASSKEY_ROUTES: readonly AdminRoute[] = [
  defineOpenRoute(
    {
      method: "post",
      path: "/session/passkey-options",
      operationId: "startPasskeySignIn",
      summary: "Start to sign in with a passkey",
      description:
        "409 if the public address of docgate is an IP address, or lacks https: browsers then " +
        "have no passkeys for it.",
      tag: "Administrator sessions",
      responses: {
        200: {
          description: "The options for `navigator.credentials.get`",
          body: z.strictObject({
            token: stepToken,
            options: webAuthn({ challenge: z.string(), rpId: z.string() }).describe(
              "`PublicKeyCredentialRequestOptionsJSON` of WebAuthn.",
            ),
          }),
        },
      },
      errors: [409],
    },
    async ({ platform }) => ({ status: 200, body: await startPasskeySignIn(platform) }),
  ),
  defineOpenRoute(
    {
      method: "post",
      path: "/session/passkey",
      operationId: "signInByPasskey",
      summary: "Sign in with a passkey",
      description:
        "A passkey needs no password. All failures are answered alike; after too many from one " +
        "network, the answer is 429 for a while.",
      tag: "Administrator sessions",
      body: z
        .strictObject({ token: z.string(), response: assertion })
        .meta({ id: "PasskeySignIn" }),
      responses: {
        200: { description: "Signed in", body: z.strictObject({ admin: administratorSchema }) },
      },
      errors: [401, 409, 429],
    },
    async ({ platform, body, address, browser }) =>
      answerSignedIn(platform, await signInByPasskey(platform, { ...body, address, browser })),
  ),
  defineRoute(
    {
      method: "post",
      path: "/session/new-passkey-options",
      operationId: "startPasskeyCreation",
      summary: "Start to add a passkey",
      description:
        `You can have ${MAX_PASSKEYS}. 409 if the public address of docgate is an IP address, or ` +
        "lacks https. Needs a sign-in of the last minutes.",
      tag: factorsTag,
      ...forSessions,
      responses: {
        200: {
          description: "The options for `navigator.credentials.create`",
          body: z.strictObject({
            token: stepToken,
            options: webAuthn({ challenge: z.string() }).describe(
              "`PublicKeyCredentialCreationOptionsJSON` of WebAuthn.",
            ),
          }),
        },
      },
      errors: [409],
    },
    async ({ platform, caller }) => {
      expectRecent(platform, caller);
      return { status: 200, body: await startPasskeyCreation(platform, caller.admin) };
    },
  ),
  defineRoute(
    {
      method: "post",
      path: "/session/passkeys",
      operationId: "createPasskey",
      summary: "Add a passkey",
      description:
        "With your first second factor, your other sessions end, and you get recovery codes.",
      tag: factorsTag,
      ...forSessions,
      body: z
        .strictObject({
          token: z.string(),
          name: name.describe("For you, to tell your passkeys apart."),
          response: attestation,
        })
        .meta({ id: "PasskeyInput" }),
      responses: { 201: { description: "Added", body: addedBody } },
      errors: [409],
    },
    async (call) => {
      const { platform, caller, body, browser } = call;
      expectRecent(platform, caller);
      const { admin } = caller;
      const { token, name, response } = body;
      const passkey = await verifyNewPasskey(platform, { admin, token, response });
      const { result } = await runAs(call, async (change) => {
        const before = await factorsOf(change.tx, admin.id);
        await addPasskey(change, { admin, name, passkey });
        return completeFactor(platform, change, { caller, before, way: "passkey", browser });
      });
      return answerAdded(platform, result);
    },
  ),
  defineRoute(
    {
      method: "delete",
      path: "/session/passkeys/{id}",
      operationId: "deletePasskey",
      summary: "Remove a passkey",
      description:
        "Ends your other sessions. 409 if it is the last way in which your organization accepts you.",
      tag: factorsTag,
      ...forSessions,
      params: idParams,
      responses: { 204: { description: "Removed" } },
      errors: [409],
    },
    async (call) => {
      const { platform, caller, params } = call;
      expectRecent(platform, caller);
      const { admin, session } = caller;
      await runAs(call, async (change) => {
        await removePasskey(change, { admin, id: params.id });
        const except = session?.idHash ?? null;
        await endOtherSessions(change.tx, { adminId: admin.id, except });
      });
      return { status: 204 };
    },
  ),
];
