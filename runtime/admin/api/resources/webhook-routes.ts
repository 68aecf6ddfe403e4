import * as z from "zod";
import { name, notificationUrl, origin } from "../../../partner/chain/fields.ts";
import {
  createWebhook,
  deleteWebhook,
  testWebhook,
  updateWebhook,
} from "../../../partner/chain/webhooks.ts";
import type { Change } from "../../../partner/change.ts";
import { SIGNINGS, type Webhook } from "../../../store/rows.ts";
import { outcomesField, outcomesOf, waitQuery } from "../notice-outcomes.ts";
import { changeRow, idParams, ifMatchHeader, patchOf, type Resource, tagOf } from "../resource.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { webhookSchema } from "../response-schemas.ts";
import { type AdminRoute, defineRoute } from "../route.ts";

const body = z
  .strictObject({
    name,
    origin: origin.meta({ examples: ["https://shop.example"] }),
    notificationUrl: notificationUrl.meta({ examples: ["https://shop.example/notices"] }),
    signing: z
      .enum(SIGNINGS)
      .optional()
      .describe(
        "How notices are signed: `standard` is that of Standard Webhooks. Default: `none`.",
      ),
  })
  .meta({ id: "WebhookInput" });

export const webhooks: Resource<Webhook> = {
  collection: "webhooks",
  singular: "webhook",
  noun: "webhook",
  plural: "webhooks",
  permission: "api-keys",
  schema: webhookSchema,
  table: (queries) => queries.webhooks,
  textOf: ({ name }) => name,
  sortable: ["name", "origin"],
  foundBy: ({ name, origin, notificationUrl }) => [name, origin, notificationUrl],
};

export const WEBHOOK_ROUTES: readonly AdminRoute[] = [
  ...resourceRoutes({
    resource: webhooks,
    createBody: body,
    createDescription:
      "A webhook is a partner's website: the `origin` from which requests are answered, as " +
      "browsers send it, and the address for notices. An origin that another webhook has is " +
      "refused.",
    create:
      async ({ platform: { allowance: allow } }, fields) =>
      async (change) => ({ row: await createWebhook(change, { fields, allow }) }),
    updateBody: patchOf(body).meta({ id: "WebhookPatch" }),
    update:
      async ({ params: { id }, platform: { allowance: allow } }, fields) =>
      (change) =>
        updateWebhook(change, { id, fields, allow }),
    remove: deleteWebhook,
    removeDescription: "Unbinds it from its API key, whose Origin leaves the allow-list.",
  }),
  defineRoute(
    {
      method: "post",
      path: "/webhooks/{id}/test",
      operationId: "testWebhook",
      summary: "Send a test notice",
      description:
        "An empty notice, under the same rules as all: does it arrive? The outcome is in the " +
        "notice log.",
      tag: tagOf(webhooks),
      access: "api-keys:w",
      params: idParams,
      query: waitQuery,
      headers: ifMatchHeader,
      responses: {
        202: {
          description: "The notice is being sent",
          body: z.strictObject({ notices: z.array(z.string()).length(1), ...outcomesField }),
        },
      },
    },
    async (call) => {
      const work = (change: Change) => testWebhook(change, call.params.id);
      const { noticeIds } = await changeRow(webhooks, { call, work });
      const outcomes = await outcomesOf(call, noticeIds);
      return { status: 202, body: { notices: noticeIds, ...outcomes } };
    },
  ),
];
