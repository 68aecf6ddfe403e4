import type { StandardSchemaV1 } from "@standard-schema/spec";
import * as z from "zod";
import { DocgateError } from "../../corpus/error.ts";
import { isFixed, RULE_NAMES, RULES, type RuleName, type Severity } from "./rules.ts";
import { TITLE_SOURCES, type TitleSource } from "./title-sources.ts";

const severitySchema = z.enum(["error", "warn", "off"]);
const globsSchema = z.array(z.string().min(1));

const configSchema = z.strictObject({
  name: z.string().min(1).default("Documentation"),
  description: z.string().default("Documentation served as data."),
  base: z
    .string()
    .regex(/^(\/[^?#\s]*)?$/, "expected a URL path such as /docs")
    .default("/docs")
    .transform((base) => base.replace(/\/+$/, "")),
  siteUrl: z
    .url({ protocol: /^https?$/, error: "expected an http(s) address" })
    .nullable()
    .default(null),
  anchors: z.enum(["document", "github"]).default("document"),
  titles: z
    .array(z.enum(TITLE_SOURCES, { error: describeTitleSource }))
    .min(1, `expected at least one of ${TITLE_SOURCES.join(", ")}`)
    .superRefine(refuseSuperseded)
    .default(["frontmatter", "heading", "file"]),
  /** Relative to the docs root; null for `redirects.json`, which need not exist. */
  redirects: z.string().min(1).nullable().default(null),
  include: globsSchema.default(["**"]),
  ignore: globsSchema.default([]),
  maxPageBytes: z
    .int()
    .min(1)
    .default(4 * 1024 * 1024),
  frontmatter: z
    .custom<StandardSchemaV1>(
      isStandardSchema,
      "expected a Standard Schema, which a .json file cannot hold",
    )
    .nullable()
    .default(null),
  rules: z.partialRecord(z.enum(RULE_NAMES), severitySchema).default({}).superRefine(refuseFixed),
  /** Checked by the runtime, which knows its settings. */
  serve: z.unknown().optional(),
});

/** A configuration as written; every key is optional. */
export type UserConfig = z.input<typeof configSchema>;

/** A configuration with every default filled in. */
export type Config = z.output<typeof configSchema>;

/**
 * Checks a configuration, except `serve`, and fills in its defaults.
 *
 * @param source names the configuration in messages
 * @throws {DocgateError} `setting`, naming every invalid key
 *
 * @example
 * import { parseConfig } from "docgate/generator";
 *
 * const config = parseConfig({ name: "Acme handbook" });
 * console.log(config.siteUrl);
 */
export function parseConfig(value: unknown, source = "configuration"): Config {
  const result = configSchema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap(describeIssue);
  throw new DocgateError("setting", `${source}: ${problems.join("; ")}.`);
}

/** Returns the severity of a rule under a configuration. */
export function severityOf(rule: RuleName, config: Config): Severity {
  return config.rules[rule] ?? RULES[rule].severity;
}

function isStandardSchema(value: unknown): boolean {
  return value !== null && (typeof value === "object" || typeof value === "function")
    ? "~standard" in value
    : false;
}

function refuseFixed(rules: Partial<Record<RuleName, Severity>>, context: z.RefinementCtx): void {
  for (const rule of RULE_NAMES) {
    if (isFixed(rule) && (rules[rule] ?? "error") !== "error") {
      context.addIssue({ code: "custom", path: [rule], message: "is always an error" });
    }
  }
}

function describeTitleSource({ input }: { readonly input?: unknown }): string {
  return `unknown source ${JSON.stringify(input)}, expected one of ${TITLE_SOURCES.join(", ")}`;
}

/** Rejects a source that is listed after one that always supplies what it would supply. */
function refuseSuperseded(titles: readonly TitleSource[], context: z.RefinementCtx): void {
  for (const [place, source] of titles.entries()) {
    const winner = titles
      .slice(0, place)
      .find((earlier) => earlier === source || SUPERSEDES[earlier]?.includes(source));
    if (winner === undefined) continue;
    const message =
      winner === source
        ? `${JSON.stringify(source)} is listed twice`
        : `${JSON.stringify(source)} is never used after ${JSON.stringify(winner)}`;
    context.addIssue({ code: "custom", path: [place], message });
  }
}

/** The sources that can never supply a title after another source found none. */
const SUPERSEDES: Partial<Record<TitleSource, readonly TitleSource[]>> = {
  heading: ["h1"],
  file: TITLE_SOURCES,
};

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const place = z.core.toDotPath(issue.path);
  if (issue.code === "unrecognized_keys") {
    const within = place === "" ? "" : ` in "${place}"`;
    return issue.keys.map((key) => `unknown key "${key}"${within}`);
  }
  return [place === "" ? issue.message : `"${place}": ${issue.message}`];
}
