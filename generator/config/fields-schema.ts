import * as z from "zod";
import { enumName } from "../../corpus/fields/enum-names.ts";
import { FIELD_NAME, FIELD_TYPES, kindOf } from "../../corpus/fields/field-types.ts";
import { readField } from "../../corpus/fields/field-value.ts";
import type { Field, FieldValue } from "../../corpus/schema.ts";
import type { FieldSetting, UserField } from "./field-settings.ts";

const settingSchema = z
  .preprocess(
    (value) => (typeof value === "string" ? { type: value } : value),
    z.strictObject({
      type: z.enum(FIELD_TYPES, { error: `expected one of ${FIELD_TYPES.join(", ")}` }),
      values: z.array(z.string().min(1)).min(1).optional(),
      default: z.custom<FieldValue>().optional(),
      required: z.boolean().default(false),
      key: z.string().min(1).optional(),
    }),
  )
  .transform((setting, context) => {
    for (const { path, message } of faultsOf(setting)) {
      context.addIssue({ code: "custom", path, message });
    }
    return setting;
  });

/** Checks `fields` of a configuration. */
export const fieldsSchema = z
  .record(z.string(), settingSchema)
  .superRefine((fields, context) => {
    for (const name of Object.keys(fields)) {
      const message = nameFault(name);
      if (message !== null) context.addIssue({ code: "custom", path: [name], message });
    }
  })
  .transform((fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { key = name, ...field }]) => [
        name,
        withReadDefault({ ...field, key }),
      ]),
    ),
  ) as unknown as z.ZodType<Record<string, FieldSetting>, Record<string, UserField>>;

type Setting = z.infer<typeof settingSchema>;

interface SettingFault {
  readonly path: string[];
  readonly message: string;
}

function nameFault(name: string): string | null {
  if (/^(?:and|or|not)$/.test(name)) {
    return `"${name}" means something else in filters: choose another name, and give the key as "key"`;
  }
  return FIELD_NAME.test(name)
    ? null
    : 'expected a name of letters, digits and _ that begins with a letter; another key of the frontmatter is "key"';
}

function faultsOf({ type, values, default: value, required }: Setting): SettingFault[] {
  const kind = kindOf(type);
  if (kind === "enum" && values === undefined) {
    return [{ path: ["values"], message: "expected the values of the enum" }];
  }
  if (kind !== "enum" && values !== undefined) {
    return [{ path: ["values"], message: `only an enum has values, but the type is ${type}` }];
  }
  const faults: SettingFault[] = [];
  const clash = clashOf(values ?? []);
  if (clash !== null) faults.push({ path: ["values"], message: clash });
  if (value === undefined) return faults;
  const read = readField(value, toField({ type, values }));
  if ("fault" in read) faults.push({ path: ["default"], message: read.fault });
  if (kind === "doc") {
    const message = "a doc cannot be a default: it need not exist in every state of the docs";
    faults.push({ path: ["default"], message });
  }
  if (required) {
    const message = "has no effect on a field with a default: remove one of them";
    faults.push({ path: ["required"], message });
  }
  return faults;
}

/** Finds two values that have the same name in GraphQL, or one whose name GraphQL reserves. */
function clashOf(values: readonly string[]): string | null {
  const byName = new Map<string, string>();
  for (const value of values) {
    const name = enumName(value);
    const other = byName.get(name);
    if (other === value) return `"${value}" is listed twice`;
    if (other !== undefined) {
      return `"${other}" and "${value}" would both be ${name} in GraphQL: change one of them`;
    }
    if (name.startsWith("__")) {
      return `"${value}" would be ${name} in GraphQL, which reserves names that begin with __`;
    }
    byName.set(name, value);
  }
  return null;
}

function toField({ type, values }: Pick<Setting, "type" | "values">): Field {
  return { type, ...(values && { values }) };
}

/** Writes the default as values of pages are written: dates in UTC. */
function withReadDefault({
  default: value,
  key,
  required,
  ...setting
}: Setting & { readonly key: string }): FieldSetting {
  const field = toField(setting);
  const read = value === undefined ? null : readField(value, field);
  const isRead = read !== null && "value" in read;
  return { ...field, ...(isRead && { default: read.value }), key, required };
}

/** Returns the fields as the corpus has them; null if there are none. */
export function corpusFields(
  settings: Readonly<Record<string, FieldSetting>>,
): Record<string, Field> | null {
  const entries = Object.entries(settings);
  if (entries.length === 0) return null;
  return Object.fromEntries(
    entries.map(([name, { key: _, required: __, ...field }]) => [name, field]),
  );
}
