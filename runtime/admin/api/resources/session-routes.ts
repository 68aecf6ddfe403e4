import * as z from "zod";
import { email, name, newAdminPassword } from "../../../partner/chain/fields.ts";
import { HOUR_MS, MINUTE_MS } from "../../../partner/clock.ts";
import type { Platform } from "../../../partner/platform.ts";
import { describeAdmin } from "../../accounts/add-administrator.ts";
import type { Caller } from "../../accounts/authenticate.ts";
import { endSession, IDLE_MS, LIFETIME_MS } from "../../accounts/sessions.ts";
import { setUp } from "../../accounts/setup.ts";
import type { SignedIn } from "../../sign-in/complete-sign-in.ts";
import { SECOND_FACTORS } from "../../sign-in/factors.ts";
import { changePassword, signIn } from "../../sign-in/password.ts";
import { signInByCode } from "../../sign-in/second-factor.ts";
import { STEP_MINUTES } from "../../sign-in/steps.ts";
import { sessionCookie } from "../cookie.ts";
import { queryFlag } from "../query-flag.ts";
import { runAs } from "../resource.ts";
import { administratorSchema } from "../response-schemas.ts";
import { type AdminRoute, type Answer, defineOpenRoute, defineRoute } from "../route.ts";

const tag = "Administrator sessions";

/** The query parameter with which nobody need be signed in. */
const NOBODY = "nobody";

const admin = z.strictObject({ admin: administratorSchema });

/** Answers with a new session. */
export async function answerSignedIn(
  platform: Platform,
  { code, ...signedIn }: SignedIn,
): Promise<Answer> {
  return {
    status: 200,
    body: { admin: await describeAdmin(platform, signedIn) },
    headers: { "Set-Cookie": sessionCookie(platform.publicUrl).set(code) },
  };
}

export const SESSION_ROUTES: readonly AdminRoute[] = [
  defineOpenRoute(
    {
      method: "post",
      path: "/session",
      operationId: "signInAdministrator",
      summary: "Sign in as an administrator",
      description:
        "For browsers; scripts send an admin token instead. Sets the session cookie, always " +
        "with a new value. A session ends after " +
        `${IDLE_MS / MINUTE_MS} minutes without a request, and ${LIFETIME_MS / HOUR_MS} hours after ` +
        "the sign-in.",
      tag,
      body: z
        .strictObject({ email: z.string(), password: z.string() })
        .meta({ id: "AdministratorSignIn" }),
      responses: {
        200: { description: "Signed in", body: admin },
        202: {
          description: "The password is right; sign in with one of these factors too",
          body: z.strictObject({
            secondFactor: z.strictObject({
              token: z.string().describe(`For the next request, within ${STEP_MINUTES} minutes.`),
              methods: z.array(z.enum(SECOND_FACTORS)),
            }),
          }),
        },
      },
      errors: [401, 429],
    },
    async ({ platform, body, address, browser }) => {
      const result = await signIn(platform, { ...body, address, browser });
      if ("methods" in result) return { status: 202, body: { secondFactor: result } };
      return answerSignedIn(platform, result);
    },
  ),
  defineOpenRoute(
    {
      method: "post",
      path: "/session/second-factor",
      operationId: "signInBySecondFactor",
      summary: "Sign in with a code, after the password",
      description:
        "The code of an authenticator app, or a recovery code. Each is accepted once. A passkey is " +
        "used without the password's step.",
      tag,
      body: z.strictObject({ token: z.string(), code: z.string() }).meta({ id: "SecondFactor" }),
      responses: { 200: { description: "Signed in", body: admin } },
      errors: [401, 429],
    },
    async ({ platform, body, address, browser }) =>
      answerSignedIn(platform, await signInByCode(platform, { ...body, address, browser })),
  ),
  defineRoute(
    {
      method: "get",
      path: "/session",
      operationId: "readSession",
      summary: "Read who is signed in",
      description: "To show name and permissions, and to test a token.",
      tag,
      access: "signed-in",
      query: z.strictObject({
        [NOBODY]: queryFlag.describe(
          "Answers `admin: null` if nobody is signed in, in place of 401.",
        ),
      }),
      nobody: NOBODY,
      responses: {
        200: {
          description: "OK",
          body: z.strictObject({
            admin: administratorSchema.nullable(),
            needsSetUp: z
              .literal(true)
              .optional()
              .describe("There if nobody is signed in and there is no administrator yet."),
          }),
        },
      },
    },
    async ({ platform, ...call }) => {
      const caller = call.caller as Caller | null;
      const way = caller?.session?.way ?? null;
      const admin = caller && (await describeAdmin(platform, { admin: caller.admin, way }));
      const needsSetUp = !caller && (await platform.store.read.admins.count({})) === 0;
      return { status: 200, body: { admin, ...(needsSetUp && { needsSetUp }) } };
    },
  ),
  defineRoute(
    {
      method: "delete",
      path: "/session",
      operationId: "signOutAdministrator",
      summary: "Sign out",
      description: "Ends the session and removes its cookie. Admin tokens stay valid.",
      tag,
      access: "signed-in",
      responses: { 204: { description: "The session has ended" } },
    },
    async (call) => {
      const { platform, caller } = call;
      const { admin, session } = caller;
      if (session !== null) {
        await runAs(call, async ({ tx, record }) => {
          await endSession(tx, session.idHash);
          const { id, email } = admin;
          record({ action: "sign-out", resource: "session", resourceId: id, name: email });
        });
      }
      const headers = { "Set-Cookie": sessionCookie(platform.publicUrl).clear() };
      return { status: 204, headers };
    },
  ),
  defineRoute(
    {
      method: "put",
      path: "/session/password",
      operationId: "changePassword",
      summary: "Change your password",
      description:
        "Ends all other sessions. After too many wrong passwords, the answer is 429 for a while.",
      tag,
      access: "administrator",
      body: z
        .strictObject({ currentPassword: z.string(), newPassword: newAdminPassword })
        .meta({ id: "PasswordChange" }),
      responses: { 204: { description: "Changed" } },
      errors: [429],
    },
    async ({ platform, caller, access, body, address, browser }) => {
      await changePassword(platform, { caller, access, ...body, address, browser });
      return { status: 204 };
    },
  ),
  defineOpenRoute(
    {
      method: "post",
      path: "/setup",
      operationId: "setUp",
      summary: "Create the first organization and its administrator",
      description:
        "With the `token` of the single-use link that `docgate serve` prints while there is no " +
        "administrator. 409 if there is one by now.",
      tag,
      body: z
        .strictObject({ token: z.string(), organization: name, email, password: newAdminPassword })
        .meta({ id: "SetUp" }),
      responses: { 201: { description: "Set up; sign in next", body: admin } },
      errors: [409],
    },
    async ({ platform, body, browser: { network } }) => {
      const { email, permissions, organization } = await setUp(platform, { ...body, network });
      return { status: 201, body: { admin: { email, permissions, organization } } };
    },
  ),
];
