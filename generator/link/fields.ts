import { kindOf } from "../../corpus/fields/field-types.ts";
import { readField } from "../../corpus/fields/field-value.ts";
import type { FieldValue } from "../../corpus/schema.ts";
import { createSuggester } from "../../corpus/text/suggest.ts";
import type { FieldSetting } from "../config/field-settings.ts";
import type { Place, Problem } from "../config/problem.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { Resolution } from "./resolution.ts";
import type { Resolver } from "./resolve.ts";

interface FieldOptions {
  readonly fields: Readonly<Record<string, FieldSetting>>;
  readonly resolver: Resolver;
}

/** The fields of a doc, and what is wrong in the frontmatter that they come from. */
interface ReadFields {
  readonly values: Record<string, FieldValue>;
  readonly problems: readonly Problem[];
}

const START: Place = { line: 1, column: 1 };

/**
 * Reads the keys of a page's frontmatter that the configuration names. A value that does not fit is a
 * problem, and is treated as if it were not there.
 */
export function readFields(file: ParsedFile, { fields, resolver }: FieldOptions): ReadFields {
  const values: Record<string, FieldValue> = {};
  const problems: Problem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const { value = field.default, faults = [] } = readOne(file, { field, resolver });
    if (value !== undefined) values[name] = value;
    const place = ownValue(file.frontmatter.places, field.key) ?? START;
    for (const { rule = "frontmatter-field", message, suggestion = null } of faults) {
      const about = `Frontmatter "${field.key}" ${message}`;
      problems.push({ file: file.path, ...place, rule, message: about, suggestion });
    }
  }
  return { values, problems };
}

interface OneFieldOptions {
  readonly field: FieldSetting;
  readonly resolver: Resolver;
}

interface FieldFault {
  /** Default: `frontmatter-field`. */
  readonly rule?: "broken-link";
  /** The sentence after the key. */
  readonly message: string;
  readonly suggestion?: string | null;
}

/** The value of a field, if the page has one, and what is wrong with it. */
interface ReadOne {
  readonly value?: FieldValue;
  readonly faults?: readonly FieldFault[];
}

function readOne(
  { path, frontmatter, problems }: ParsedFile,
  { field, resolver }: OneFieldOptions,
): ReadOne {
  const { key, type, values, required } = field;
  const written = ownValue(frontmatter.data, key) ?? null;
  if (written === null && !isNotFinite(ownValue(frontmatter.sources, key))) {
    const isMissed = required && !problems.some(isUnreadable);
    return isMissed ? { faults: [{ message: "is required, but it is missing" }] } : {};
  }
  const read = readField(written ?? Number.NaN, field);
  if ("fault" in read) {
    const suggestion =
      values && typeof written === "string" ? createSuggester(values)(written) : null;
    return { faults: [{ message: `${read.fault}; it is ignored`, suggestion }] };
  }
  return kindOf(type) === "doc"
    ? readDocs(read.value, (name) => resolver.resolveName(name, path))
    : read;
}

/** Finds the pages that a value names. */
function readDocs(value: FieldValue, resolve: (name: string) => Resolution): ReadOne {
  const ids: string[] = [];
  const faults: FieldFault[] = [];
  for (const name of [value].flat().map(String)) {
    const found = resolve(name);
    if (found.kind === "page") {
      ids.push(found.id);
      continue;
    }
    const isDraft = found.kind === "dead" && found.isDraft;
    const where = isDraft ? "a draft, which is left out" : "no page";
    faults.push({
      rule: "broken-link",
      message: `leads to ${where}: "${name}"; it is ignored`,
      suggestion: found.kind === "dead" ? found.suggestion : null,
    });
  }
  if (faults.length > 0) return { faults };
  return { value: Array.isArray(value) ? ids : ids[0]! };
}

function ownValue<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** Tells whether YAML has a number that is not finite: JSON, as which it is kept, has none. */
function isNotFinite(source: string | undefined): boolean {
  return source !== undefined && /\d|^[-+]?\.(?:inf|nan)$/i.test(source);
}

/** Tells whether frontmatter could not be read, which is a problem already. */
function isUnreadable({ rule }: Problem): boolean {
  return rule === "frontmatter-syntax" || rule === "page-too-complex";
}
