import * as z from "zod";
import { name, notificationUrl, origin } from "../../../partner/chain/fields.ts";
import {
  createWebhook,
  deleteWebhook,
  testWebhook,
  updateWebhook,
} from "../../../partner/chain/webhooks.ts";
import type { Change } from "../../../partner/change.ts";
import type { Webhook } from "../../../store/rows.ts";
import { outcomesField, outcomesOf, waitQuery } from "../notice-outcomes.ts";
import { changeRow, idParams, ifMatchHeader, type Resource } from "../resource.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { webhookSchema } from "../response-schemas.ts";
import { type AdminRoute, defineRoute } from "../route.ts";

const body = z
  .strictObject({
    name,
    origin: origin.meta({ examples: ["https://shop.example"] }),
    notificationUrl: notificationUrl.meta({ examples: ["https://shop.example/notices"] }),
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
    create:
      async ({ platform: { allowance: allow } }, fields) =>
      async (change) => ({ row: await createWebhook(change, { fields, allow }) }),
    updateBody: body.partial().meta({ id: "WebhookPatch" }),
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
      summary: "Send an empty notice",
      description: "Under the same rules as all notices; the outcome is in the notice log.",
      tag: webhooks.plural,
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
