import * as z from "zod";
import { createCode } from "../../../partner/secrets/secrets.ts";
import {
  endPartnerLink,
  LINK_MINUTES,
  livePartnerLink,
  makePartnerLink,
  PARTNER_PAGE,
  SESSION_HOURS,
} from "../../partner-page/partner-links.ts";
import { findRow, idParams, pickFields, runAs, tagOf } from "../resource.ts";
import { partnerLinkSchema } from "../response-schemas.ts";
import { type AdminRoute, defineRoute } from "../route.ts";
import { apiKeys } from "./api-key-routes.ts";

const path = "/api-keys/{id}/partner-link";
const tag = tagOf(apiKeys);

/** The link to the page of a key's partner, and the session that it opens. */
export const PARTNER_LINK_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "post",
      path,
      operationId: "makePartnerLink",
      summary: "Make a link to the page of an API key's partner",
      description:
        `The link opens once, within ${LINK_MINUTES} minutes; the session then lasts ${SESSION_HOURS} ` +
        "hours. It ends earlier with the key, with the administrator or token that made it, with the " +
        "administrator's permission, " +
        "or by `DELETE`. A new link ends the earlier one of the key, and its session.",
      tag,
      access: "api-keys:w",
      params: idParams,
      body: z
        .strictObject({
          mayRotate: z
            .boolean()
            .default(false)
            .describe(
              "Whether the partner may rotate its client secret, raw key and signing secret.",
            ),
          showsCauses: z
            .boolean()
            .default(false)
            .describe("Whether the page shows why the partner was refused."),
        })
        .meta({ id: "PartnerLinkInput" }),
      responses: {
        201: {
          description: "Made",
          body: z.strictObject({
            link: z.url().describe("For the partner; in this answer only."),
            expiresAt: z.iso.datetime(),
          }),
        },
      },
    },
    async (call) => {
      const { platform, caller, params, body } = call;
      const code = createCode();
      const { admin, token } = caller;
      const maker = { adminId: admin.id, tokenId: token?.id ?? null };
      const wanted = { apiKeyId: params.id, ...maker, code, ...body };
      const { result } = await runAs(call, (change) => makePartnerLink(platform, change, wanted));
      const link = `${platform.publicUrl}${PARTNER_PAGE}#link=${code}`;
      return { status: 201, body: { link, expiresAt: result.expiresAt } };
    },
  ),
  defineRoute(
    {
      method: "get",
      path,
      operationId: "readPartnerLink",
      summary: "Read whether an API key's partner has a link or a session",
      tag,
      access: "api-keys",
      params: idParams,
      responses: {
        200: {
          description: "OK",
          body: z.strictObject({
            partnerLink: partnerLinkSchema.nullable().describe("Null if there is neither."),
          }),
        },
      },
    },
    async (call) => {
      const { platform } = call;
      const { id } = await findRow(apiKeys, { queries: platform.store.read, call });
      const link = await livePartnerLink(platform, id);
      const partnerLink = link && pickFields(partnerLinkSchema, link);
      return { status: 200, body: { partnerLink } };
    },
  ),
  defineRoute(
    {
      method: "delete",
      path,
      operationId: "endPartnerLink",
      summary: "End the link and the session of an API key's partner",
      description: "Both end at once. What the partner was shown stays valid.",
      tag,
      access: "api-keys:w",
      params: idParams,
      responses: { 204: { description: "There is neither any more" } },
    },
    async (call) => {
      await runAs(call, (change) => endPartnerLink(change, call.params.id));
      return { status: 204 };
    },
  ),
];
