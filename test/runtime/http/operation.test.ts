import { Hono } from "hono";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import {
  defineOperation,
  honoPath,
  type Operation,
  type OperationInput,
  pathParameters,
} from "../../../runtime/http/operation.ts";

const base = {
  operationId: "updateApiKey",
  summary: "Update an API key",
  tag: "API keys",
  security: ["adminToken"],
  responses: { 204: { description: "Done." } },
} as const;

const update = defineOperation({
  ...base,
  method: "patch",
  path: "/api-keys/{id}",
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ limit: z.coerce.number().default(50) }),
  body: z.strictObject({ name: z.string().optional(), clientId: z.uuid().nullish() }),
});

describe("defineOperation", () => {
  it("gives the operation back, with the types of its input", () => {
    expect(update.path).toBe("/api-keys/{id}");
    expectTypeOf<OperationInput<typeof update>>().toEqualTypeOf<{
      readonly params: { id: string };
      readonly query: { limit: number };
      readonly body: { name?: string | undefined; clientId?: string | null | undefined };
    }>();
  });

  it("gives empty input if an operation has none", () => {
    const bare = defineOperation({ ...base, method: "get", path: "/api-keys" });

    expect(bare.params).toBeUndefined();
    expectTypeOf<OperationInput<typeof bare>>().toEqualTypeOf<{
      readonly params: Record<string, never>;
      readonly query: Record<string, never>;
      readonly body: undefined;
    }>();
  });

  it("can be extended, and listed with others", () => {
    interface AdminOperation extends Operation {
      readonly permission: string;
    }
    const operations: readonly AdminOperation[] = [{ ...update, permission: "api-keys:w" }];

    expect(operations.map(({ permission }) => permission)).toEqual(["api-keys:w"]);
  });
});

describe("honoPath", () => {
  it.each([
    ["/", "/"],
    ["/api-keys", "/api-keys"],
    ["/api-keys/{id}", "/api-keys/:id"],
    ["/agents/{id}/front-settings", "/agents/:id/front-settings"],
    ["/a/{first}/b/{second_one}", "/a/:first/b/:second_one"],
  ])("spells %s as %s", (path, expected) => {
    expect(honoPath(path)).toBe(expected);
  });

  it("gives a path that Hono routes, with the same names", async () => {
    const app = new Hono();
    app.get(honoPath("/a/{first}/{second}"), (context) => context.json(context.req.param()));

    expect(await (await app.request("/a/1/2")).json()).toEqual({ first: "1", second: "2" });
  });
});

describe("pathParameters", () => {
  it("gives the names in order", () => {
    expect(pathParameters("/a/{first}/b/{second}")).toEqual(["first", "second"]);
    expect(pathParameters("/a")).toEqual([]);
  });
});
