/**
 * Writes the console's knowledge of the admin API: the types of its OpenAPI description, the rules
 * in the description for the fields of each body, and constants that no schema can express.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generateApi } from "swagger-typescript-api";
import { ROLES } from "../../runtime/admin/accounts/permissions.ts";
import { SETUP_TTL_SECONDS } from "../../runtime/admin/accounts/setup.ts";
import { ADMIN_ROUTES } from "../../runtime/admin/api/operations.ts";
import { MAX_DEPTH } from "../../runtime/http/json.ts";
import { CODE_TTL_SECONDS } from "../../runtime/partner/api/handshake.ts";
import { MAX_FRONT_SETTINGS_BYTES } from "../../runtime/partner/chain/agents.ts";
import { MAX_API_KEYS } from "../../runtime/partner/chain/api-keys.ts";
import { MAX_CERTIFICATES } from "../../runtime/partner/chain/certificates.ts";
import { ACCESS_TOKEN_SECONDS } from "../../runtime/partner/tokens/consumer-tokens.ts";
import { EXPIRY_WARNING_MS } from "../../runtime/partner/warnings.ts";
import { createApiDescription } from "../../runtime/serve/api-description.ts";

export const API_TYPES = fileURLToPath(
  new URL("../../runtime/web/admin/api/types.ts", import.meta.url),
);

/** Constants that the console needs, and that no schema can express. */
const CONSTANTS = {
  ACCESS_TOKEN_SECONDS,
  CODE_TTL_SECONDS,
  EXPIRY_WARNING_MS,
  MAX_API_KEYS,
  MAX_CERTIFICATES,
  MAX_FRONT_SETTINGS_BYTES,
  MAX_JSON_DEPTH: MAX_DEPTH,
  ROLES,
  SETUP_TTL_SECONDS,
};

/** A JSON schema, as far as the console uses it. */
interface Schema {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** @returns The source text of {@link API_TYPES}. */
export async function generateApiTypes(): Promise<string> {
  // biome-ignore lint/suspicious/noExplicitAny: the generator reads OpenAPI 3.1, its types know 3.0
  const spec = createApiDescription("") as any;
  const { files } = await generateApi({
    spec,
    fileName: "types.ts",
    output: false,
    generateClient: false,
    silent: true,
    addReadonly: true,
  });
  return [files[0]!.fileContent, ...rulesOf(spec.components.schemas), ...constants()].join("\n");
}

/** Writes one constant for each body that creates something. */
function rulesOf(schemas: Readonly<Record<string, Schema>>): string[] {
  return ADMIN_ROUTES.flatMap(({ operation: { method, body } }) => {
    const name = body?.meta()?.id;
    if (method === "patch" || name === undefined) return [];
    const fields = Object.entries(schemas[name]!.properties!);
    const rules = Object.fromEntries(fields.map(([field, schema]) => [field, ruleOf(schema)]));
    return `export const ${name}Rules = ${JSON.stringify(rules, null, 2)} as const;\n`;
  });
}

/** Returns the rule for a text; if it may also be empty, the rule for one that is not. */
function ruleOf({ anyOf, ...schema }: Schema): object | undefined {
  const { minLength, maxLength, pattern } =
    anyOf?.find((alternative) => alternative.minLength !== undefined) ?? schema;
  const isLimited = minLength ?? maxLength ?? pattern;
  return isLimited === undefined ? undefined : { minLength, maxLength, pattern };
}

function constants(): string[] {
  return Object.entries(CONSTANTS).map(([name, value]) => {
    const text = JSON.stringify(value, null, 2);
    return `export const ${name} = ${text}${typeof value === "object" ? " as const" : ""};\n`;
  });
}

if (import.meta.main) writeFileSync(API_TYPES, await generateApiTypes());
