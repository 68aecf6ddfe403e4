import * as z from "zod";
import { notFound } from "../../../partner/chain/rule-error.ts";
import { endSession, liveSessions } from "../../accounts/sessions.ts";
import { sessionCookie } from "../cookie.ts";
import { idParams, pickFields, runAs } from "../resource.ts";
import { sessionSchema } from "../response-schemas.ts";
import { type AdminRoute, defineRoute } from "../route.ts";

const tag = "Administrator sessions";
const forSessions = { tag, access: "signed-in", sessionOnly: true } as const;

/** The sessions of the administrator who asks. */
export const OWN_SESSION_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/session/sessions",
      operationId: "listOwnSessions",
      summary: "List where you are signed in",
      description: "Your sessions that have not ended, the newest first.",
      ...forSessions,
      responses: {
        200: { description: "OK", body: z.strictObject({ items: z.array(sessionSchema) }) },
      },
    },
    async ({ platform, caller: { admin, session } }) => {
      const sessions = await liveSessions(platform, admin.id);
      const items = sessions.map((row) =>
        pickFields(sessionSchema, { ...row, isCurrent: row.idHash === session?.idHash }),
      );
      return { status: 200, body: { items } };
    },
  ),
  defineRoute(
    {
      method: "delete",
      path: "/session/sessions/{id}",
      operationId: "endOwnSession",
      summary: "End one of your sessions",
      ...forSessions,
      params: idParams,
      responses: { 204: { description: "It has ended" } },
    },
    async (call) => {
      const { id: adminId, email: name } = call.caller.admin;
      await runAs(call, async ({ tx, record }) => {
        const [ended] = await tx.adminSessions.remove({ id: call.params.id, adminId });
        if (!ended) throw notFound("session");
        const { network, device } = ended;
        const changes = { network: [network, null], device: [device, null] } as const;
        record({ action: "end-session", resource: "session", resourceId: adminId, name, changes });
      });
      return { status: 204 };
    },
  ),
  defineRoute(
    {
      method: "delete",
      path: "/session/sessions",
      operationId: "signOutEverywhere",
      summary: "Sign out everywhere",
      description: "Ends all your sessions, this one too. Admin tokens stay valid.",
      ...forSessions,
      responses: { 204: { description: "They have ended" } },
    },
    async (call) => {
      const { platform, caller } = call;
      const { id: adminId, email: name } = caller.admin;
      await runAs(call, async ({ tx, record }) => {
        const sessions = await tx.adminSessions.list({ adminId });
        for (const { idHash } of sessions) await endSession(tx, idHash);
        const changes = { sessions: [sessions.length, 0] } as const;
        const entry = { action: "sign-out-everywhere", resource: "session", name, changes };
        record({ ...entry, resourceId: adminId });
      });
      return { status: 204, headers: { "Set-Cookie": sessionCookie(platform.publicUrl).clear() } };
    },
  ),
];
