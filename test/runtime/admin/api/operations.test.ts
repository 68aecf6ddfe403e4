import { expect, test } from "vitest";
import {
  ADMIN_BASE,
  ADMIN_OPERATIONS,
  ADMIN_SECURITY,
} from "../../../../runtime/admin/api/operations.ts";
import { createOpenApi } from "../../../../runtime/http/openapi.ts";

const document = createOpenApi({
  info: { title: "Admin API", version: "1" },
  servers: [{ url: "https://docgate.test" }],
  securitySchemes: ADMIN_SECURITY,
  apis: [{ base: ADMIN_BASE, operations: ADMIN_OPERATIONS }],
});

test("ATTACK-K140: the OpenAPI document states what each operation needs", () => {
  const session = { adminSession: [] };
  for (const { path, method, access, sessionOnly } of ADMIN_OPERATIONS) {
    const operation = document.paths?.[ADMIN_BASE + path]?.[method];
    if (access === "anyone") expect(operation?.security).toEqual([]);
    else if (sessionOnly) expect(operation?.security).toEqual([session]);
    else expect(operation?.security).toEqual([session, { adminToken: [] }]);
    if (!["anyone", "administrator", "signed-in"].includes(access)) {
      expect(operation?.description).toContain(`Needs \`${access}\`.`);
    }
  }
});

test("ATTACK-K140: each schema states the lengths that are enforced", () => {
  const schemas = document.components?.schemas as unknown as Record<
    string,
    { properties: Record<string, Record<string, unknown>> }
  >;
  expect(schemas.ApiKeyInput?.properties.name).toMatchObject({ minLength: 1, maxLength: 100 });
  expect(schemas.ConsumerInput?.properties.password).toMatchObject({ minLength: 8 });
  expect(Object.keys(schemas.ContractInput?.properties ?? {})).toEqual(
    Object.keys(schemas.ContractPatch?.properties ?? {}),
  );
});

test("no field of an answer is named like a secret that is never revealed", () => {
  const text = JSON.stringify(document);
  for (const name of ["privateKey", "passwordHash", "keyHash", "secretHash", "tokenHash"]) {
    expect(text).not.toContain(name);
  }
});
