import * as z from "zod";
import { note, title } from "../../../partner/chain/fields.ts";
import { createSpace, deleteSpace, updateSpace } from "../../../partner/chain/spaces.ts";
import type { Space } from "../../../store/rows.ts";
import { patchOf, type Resource } from "../resource.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { spaceSchema } from "../response-schemas.ts";
import type { AdminRoute } from "../route.ts";

const body = z.strictObject({ title, description: note.default("") }).meta({ id: "SpaceInput" });

export const spaces: Resource<Space> = {
  collection: "spaces",
  singular: "space",
  noun: "space",
  plural: "spaces",
  permission: "directory",
  schema: spaceSchema,
  table: (queries) => queries.spaces,
  textOf: ({ title }) => title,
  sortable: ["title"],
  foundBy: ({ title }) => [title],
};

export const SPACE_ROUTES: readonly AdminRoute[] = resourceRoutes({
  resource: spaces,
  createBody: body,
  createDescription: "A space is a topic that partners may offer, once it is in their contract.",
  create: async (_call, fields) => async (change) => ({ row: await createSpace(change, fields) }),
  updateBody: patchOf(body).meta({ id: "SpacePatch" }),
  update:
    async ({ params: { id } }, fields) =>
    async (change) => ({ row: await updateSpace(change, { id, fields }) }),
  remove: deleteSpace,
  removeDescription: "Deletes its agents, and removes it from all contracts.",
});
