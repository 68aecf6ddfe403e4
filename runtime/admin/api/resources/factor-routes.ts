import * as z from "zod";
import { notFound, RuleError } from "../../../partner/chain/rule-error.ts";
import type { Platform } from "../../../partner/platform.ts";
import { Refusal } from "../../refusal.ts";
import {
  completeFactor,
  completeRemoval,
  expectRecent,
  type FactorResult,
  factorsOf,
  methodsOf,
} from "../../sign-in/factors.ts";
import { RECOVERY_CODES, replaceRecoveryCodes } from "../../sign-in/recovery-codes.ts";
import { createTotp, spendTotp } from "../../sign-in/totp.ts";
import { sessionCookie } from "../cookie.ts";
import { pickFields, runAs } from "../resource.ts";
import { factorsSchema, passkeySchema } from "../response-schemas.ts";
import { type AdminCall, type AdminRoute, type Answer, defineRoute } from "../route.ts";

export const factorsTag = "Second factors";
export const forSessions = { access: "signed-in", sessionOnly: true } as const;

const recoveryCodes = z.array(z.string()).describe("Each is valid once. Shown once.");

/** The body after a factor was set up. */
export const addedBody = z.strictObject({ recoveryCodes: recoveryCodes.nullable() });

/** Answers that a factor was set up, with the session that has it. */
export function answerAdded(
  { publicUrl }: Platform,
  { code, recoveryCodes }: FactorResult,
): Answer {
  const headers = { "Set-Cookie": sessionCookie(publicUrl).set(code) };
  return { status: 201, body: { recoveryCodes }, headers };
}

async function describeFactors({ platform, caller }: AdminCall): Promise<object> {
  const { read } = platform.store;
  const { totp, passkeys, recoveryCodes } = await factorsOf(read, caller.admin.id);
  return {
    totp: totp && { createdAt: totp.createdAt },
    passkeys: passkeys.map((row) => pickFields(passkeySchema, row)),
    recoveryCodes,
  };
}

function wrongCode(): Refusal {
  const message = "This is not the code that the app shows now. Check the clock of the device.";
  return new Refusal(message, { status: 400, errors: [{ path: "code", message }] });
}

export const FACTOR_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/session/factors",
      operationId: "readFactors",
      summary: "Read your second factors",
      tag: factorsTag,
      ...forSessions,
      responses: {
        200: { description: "OK", body: z.strictObject({ factors: factorsSchema }) },
      },
    },
    async (call) => ({ status: 200, body: { factors: await describeFactors(call) } }),
  ),
  defineRoute(
    {
      method: "post",
      path: "/session/totp",
      operationId: "createTotp",
      summary: "Create a secret for an authenticator app",
      description:
        "It counts from the first code on, sent with PUT. Needs a sign-in of the last minutes, " +
        "as everything that changes how you sign in.",
      tag: factorsTag,
      ...forSessions,
      responses: {
        201: {
          description: "The secret, shown once",
          body: z.strictObject({
            secret: z.string().describe("In base 32."),
            uri: z.string().describe("The same as in a QR code."),
          }),
        },
      },
      errors: [409],
    },
    async (call) => {
      const { platform, caller } = call;
      expectRecent(platform, caller);
      const { admin } = caller;
      const { result } = await runAs(call, async ({ tx, at }) => {
        if ((await factorsOf(tx, admin.id)).totp) {
          throw new RuleError(
            "conflict",
            "You have an authenticator app already. Remove it first.",
          );
        }
        return createTotp(platform, { tx, at, admin });
      });
      return { status: 201, body: result };
    },
  ),
  defineRoute(
    {
      method: "put",
      path: "/session/totp",
      operationId: "confirmTotp",
      summary: "Confirm an authenticator app by its first code",
      description: `Ends your other sessions. With your first factor come ${RECOVERY_CODES} recovery codes.`,
      tag: factorsTag,
      ...forSessions,
      body: z.strictObject({ code: z.string() }).meta({ id: "TotpConfirmation" }),
      responses: { 201: { description: "Set up", body: addedBody } },
      errors: [404],
    },
    async (call) => {
      const { platform, caller, body, browser } = call;
      expectRecent(platform, caller);
      const { admin } = caller;
      const { result } = await runAs(call, async (change) => {
        const { tx, at, record } = change;
        const before = await factorsOf(tx, admin.id);
        const row = await tx.totpSecrets.find({ adminId: admin.id, confirmedAt: null });
        if (!row) throw notFound("authenticator app");
        if (!(await spendTotp(platform, { tx, row, code: body.code }))) throw wrongCode();
        await tx.totpSecrets.update({ adminId: admin.id }, { confirmedAt: at });
        record({ action: "create", resource: "totp", resourceId: admin.id, name: admin.email });
        return completeFactor(platform, change, { caller, before, way: "totp", browser });
      });
      return answerAdded(platform, result);
    },
  ),
  defineRoute(
    {
      method: "delete",
      path: "/session/totp",
      operationId: "deleteTotp",
      summary: "Remove the authenticator app",
      tag: factorsTag,
      ...forSessions,
      responses: { 204: { description: "Removed" } },
      errors: [404, 409],
    },
    async (call) => {
      const { platform, caller } = call;
      expectRecent(platform, caller);
      const { id: adminId, email: name } = caller.admin;
      await runAs(call, async (change) => {
        const { tx, record } = change;
        const [removed] = await tx.totpSecrets.remove({ adminId });
        if (!removed) throw notFound("authenticator app");
        await completeRemoval(change, caller.admin);
        record({ action: "delete", resource: "totp", resourceId: adminId, name });
      });
      return { status: 204 };
    },
  ),
  defineRoute(
    {
      method: "post",
      path: "/session/recovery-codes",
      operationId: "replaceRecoveryCodes",
      summary: "Replace your recovery codes",
      description: "The earlier ones end.",
      tag: factorsTag,
      ...forSessions,
      responses: {
        201: { description: "The new ones", body: z.strictObject({ recoveryCodes }) },
      },
      errors: [409],
    },
    async (call) => {
      const { platform, caller } = call;
      expectRecent(platform, caller);
      const { id: adminId, email: name } = caller.admin;
      const { result } = await runAs(call, async ({ tx, record }) => {
        if (methodsOf(await factorsOf(tx, adminId)).length === 0) {
          throw new RuleError(
            "conflict",
            "Recovery codes stand in for a second factor. Set one up first.",
          );
        }
        record({ action: "rotate", resource: "recoveryCodes", resourceId: adminId, name });
        return replaceRecoveryCodes(platform, { tx, adminId });
      });
      return { status: 201, body: { recoveryCodes: result } };
    },
  ),
];
