import * as z from "zod";
import { issueToken, revokeToken } from "../../accounts/admin-tokens.ts";
import { inOrder, PERMISSIONS } from "../../accounts/permissions.ts";
import { Refusal } from "../../refusal.ts";
import { idParams, pickFields, runAs } from "../resource.ts";
import { adminTokenSchema } from "../response-schemas.ts";
import { type AdminRoute, defineRoute } from "../route.ts";
import { expectOwn } from "./administrator-routes.ts";

const tag = "Admin tokens";

export const TOKEN_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/tokens",
      operationId: "listTokens",
      summary: "List your own admin tokens",
      tag,
      access: "administrator",
      responses: {
        200: {
          description: "In order of creation",
          body: z.strictObject({ items: z.array(adminTokenSchema) }),
        },
      },
    },
    async ({ platform, caller }) => {
      const rows = await platform.store.read.adminTokens.list({ adminId: caller.admin.id });
      return { status: 200, body: { items: rows.map((row) => pickFields(adminTokenSchema, row)) } };
    },
  ),
  defineRoute(
    {
      method: "post",
      path: "/tokens",
      operationId: "createToken",
      summary: "Create an admin token for scripts",
      description:
        "It acts for you, and never has a permission that you do not have at the time. A token that makes " +
        "another one passes on its own limits: the new one ends with it, at the latest. The answer has the " +
        "token in plain text, once.",
      tag,
      access: "administrator",
      body: z
        .strictObject({
          name: z.string().min(1).max(100),
          permissions: z
            .array(z.enum(PERMISSIONS))
            .nullable()
            .optional()
            .describe("At most your own. Null, the default: always your own."),
          expiresAt: z.iso
            .datetime()
            .nullable()
            .optional()
            .describe("At most the end of the token that makes it. Null, the default: the latest."),
        })
        .meta({ id: "AdminTokenInput" }),
      responses: {
        201: {
          description: "Created",
          body: z.strictObject({
            adminToken: adminTokenSchema,
            token: z.string().describe("`dga_…`, shown once."),
          }),
        },
      },
    },
    async (call) => {
      const { platform, caller, body } = call;
      const { name, permissions = null, expiresAt = null } = body;
      if (permissions) expectOwn(caller, permissions);
      if (expiresAt !== null && Date.parse(expiresAt) <= platform.now()) {
        const message = "Expected a time in the future.";
        throw new Refusal(message, { status: 400, errors: [{ path: "expiresAt", message }] });
      }
      // A token that makes another one passes on its own limits.
      const limit = caller.token === null ? null : caller.admin.permissions;
      const granted = permissions ?? limit;
      const { result } = await runAs(call, (change) =>
        issueToken(platform, change, {
          admin: caller.admin,
          parent: caller.token,
          name,
          permissions: granted && inOrder(granted),
          expiresAt,
        }),
      );
      const adminToken = pickFields(adminTokenSchema, result.row);
      return { status: 201, body: { adminToken, token: result.token } };
    },
  ),
  defineRoute(
    {
      method: "delete",
      path: "/tokens/{id}",
      operationId: "revokeToken",
      summary: "Revoke one of your admin tokens",
      description: "It stops working at once, and so do the tokens that were made with it.",
      tag,
      access: "administrator",
      params: idParams,
      responses: { 204: { description: "Revoked" } },
    },
    async (call) => {
      const { admin } = call.caller;
      await runAs(call, (change) => revokeToken(change, { id: call.params.id, admin }));
      return { status: 204 };
    },
  ),
];
