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

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const schemas = document.components?.schemas as unknown as Readonly<
  Record<string, { readonly properties: Fields; readonly required?: readonly string[] }>
>;

function withoutDefaults(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, { default: _, ...field }]) => [name, field]);
  return Object.fromEntries(entries);
}

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
  expect(schemas.ApiKeyInput?.properties.name).toMatchObject({ minLength: 1, maxLength: 100 });
  expect(schemas.ConsumerInput?.properties.password).toMatchObject({ minLength: 8 });
});

test("PIA §2: a PATCH takes the fields of a create, all optional and none with a default", () => {
  const inputs = Object.keys(schemas).flatMap((name) => /^(\w+)Input$/.exec(name)?.[1] ?? []);
  const kinds = inputs.filter((name) => schemas[`${name}Patch`]);
  expect(kinds.length).toBeGreaterThanOrEqual(8);
  for (const kind of kinds) {
    const { properties, required = [] } = schemas[`${kind}Patch`]!;
    expect(required, kind).toEqual([]);
    expect(properties, kind).toEqual(withoutDefaults(schemas[`${kind}Input`]!.properties));
  }
});

test("no field of an answer is named like a secret that is never revealed", () => {
  const text = JSON.stringify(document);
  for (const name of ["privateKey", "passwordHash", "keyHash", "secretHash", "tokenHash"]) {
    expect(text).not.toContain(name);
  }
});
