import { expect, test } from "vitest";
import { createAdminApi } from "../../support/admin-client.ts";

test("create, read, change, delete", async () => {
  const api = await createAdminApi();
  const { request } = await api.addAdmin({ organization: "Acme" });
  const created = await request("POST /clients", { body: { name: " shop " } });
  expect(created.json).toEqual({
    client: {
      id: expect.any(String),
      name: "shop",
      clientId: expect.stringMatching(/^dgc_/),
      createdAt: "2026-03-01T12:00:00.000Z",
    },
    clientSecret: expect.stringMatching(/^dgs_/),
  });
  const { id } = created.json.client;
  const read = await request(`GET /clients/${id}`);
  expect(read.json).toEqual({ client: created.json.client });
  expect((await request("GET /clients")).json).toEqual({ items: [read.json.client] });
  const patched = await request(`PATCH /clients/${id}`, { body: { name: "x" } });
  expect(patched.json.client.name).toBe("x");
  expect((await request(`DELETE /clients/${id}`)).status).toBe(204);
  expect((await request(`GET /clients/${id}`)).status).toBe(404);
  expect(api.errors).toEqual([]);
});
