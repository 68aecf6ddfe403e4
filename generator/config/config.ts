import type { StandardSchemaV1 } from "@standard-schema/spec";
import * as z from "zod";
import { DocgateError } from "../../corpus/error.ts";
import type { Edition } from "../../corpus/schema.ts";
import { createSuggester } from "../../corpus/text/suggest.ts";
import { ANCHOR_STYLES, type AnchorStyle } from "./anchor-styles.ts";
import { EDITION_KEYS, editionsSchema, keysIn, treesOf } from "./editions.ts";
import type { FieldSetting, UserField } from "./field-settings.ts";
import { fieldsSchema } from "./fields-schema.ts";
import { isFixed, RULE_NAMES, RULES, type RuleName, type Severity } from "./rules.ts";
import { siteSchema } from "./site-schema.ts";
import type { SiteName, UserSite } from "./site-settings.ts";
import { TITLE_SOURCES, type TitleSource } from "./title-sources.ts";

/** A configuration as written; every key is optional. */
export interface UserConfig {
  /** The name of the documentation. Default: `Documentation`. */
  name?: string | undefined;
  /** One sentence about it. Default: `Documentation served as data.` */
  description?: string | undefined;
  /**
   * The generator of the site that shows the pages, whose addresses, anchors and syntax they have; or
   * what it does otherwise. `auto` recognises it by the site's own files. Default: `document`, the
   * addresses and anchors of the Documentation Query API; without a configuration file, `auto`.
   */
  site?: "auto" | SiteName | UserSite | undefined;
  /** The path that all pages are below on the site. Default: that of the site, or `/docs`. */
  base?: string | null | undefined;
  /** Address of the site that renders the pages. Default: none. */
  siteUrl?: string | null | undefined;
  /**
   * Patterns of addresses below `/` that the site serves without a page; or its sitemap, a file relative
   * to the docs root, and further patterns. Default: none.
   */
  elsewhere?: string[] | { sitemap: string; addresses?: string[] | undefined } | undefined;
  /**
   * The folder of HTML that the site's own build has written, relative to the docs root: the site's
   * addresses, anchors and texts are read there. Default: none.
   */
  built?: string | null | undefined;
  /** Where that folder is served, such as `/project`. Default: where its own links lead. */
  builtBase?: string | null | undefined;
  /** The rule of anchors, named after the software that follows it. Default: the site's, or `document`. */
  anchors?: AnchorStyle | null | undefined;
  /** Where a page's title comes from; the first that has one. Default: frontmatter, heading, file. */
  titles?: TitleSource[] | undefined;
  /**
   * The ledger of redirects, relative to the docs root; false for none. Default: `redirects.json`,
   * which need not exist.
   */
  redirects?: string | false | null | undefined;
  /** The treatment of pages with `draft: true`. Default: `exclude`. */
  drafts?: "exclude" | "include" | undefined;
  /** Patterns of the pages, relative to the docs root. Default: all. */
  include?: string[] | undefined;
  /** Patterns of pages to leave out. Default: none. */
  ignore?: string[] | undefined;
  /** Size limit of a page in bytes. Default: 4 MiB. */
  maxPageBytes?: number | undefined;
  /**
   * `minisearch: false` leaves out the index that MiniSearch can load. Default: it is there. `keywords`
   * names the keys of the frontmatter that say what else a page is called. Default: `keywords`,
   * `aliases` and `tags`.
   */
  search?: { minisearch?: boolean | undefined; keywords?: string[] | undefined } | undefined;
  /** A schema that the frontmatter of every page must fit. Default: anything. */
  frontmatter?: StandardSchemaV1 | null | undefined;
  /**
   * The keys of the frontmatter that docs have as data, to be filtered and sorted by: names with types.
   * Default: none, the frontmatter is private.
   */
  fields?: Record<string, UserField> | undefined;
  /** True if `check` asks other hosts whether links lead anywhere. Default: false. */
  external?: boolean | undefined;
  /**
   * Other sites made with docgate, by their addresses: links to them are settled by their lists of
   * addresses, each a file relative to the docs root or a URL, signed by one of the keys. Default: none.
   */
  against?: Record<string, { addresses: string; trust: string[] }> | undefined;
  /** The days after which `stale-page` reports a page. Default: 365. */
  staleAfterDays?: number | undefined;
  /** Severities of rules that are not their own. Default: none. */
  rules?: Partial<Record<RuleName, Severity>> | undefined;
  /** The versions, languages and other parts that get a corpus each. Default: one corpus of all. */
  editions?: UserEdition[] | undefined;
  /** Settings of `docgate serve`, checked by it. */
  serve?: unknown;
}

/**
 * An edition as written: what names it, and the keys of the configuration that it has otherwise. Those
 * that it lacks are those of the configuration around it.
 */
export interface UserEdition extends Omit<UserConfig, "name" | "base" | "editions" | "serve"> {
  /** Its name in addresses and commands. */
  name: string;
  /** Its docs root, relative to the working folder. */
  root: string;
  /** The path that its pages are below on the site. */
  base: string;
  /** Default: none. */
  version?: string | undefined;
  /** A BCP 47 tag, such as `pt-BR`. Default: none. */
  language?: string | undefined;
  /** The documentation that it is an edition of. Default: one for all with a version or a language. */
  set?: string | undefined;
  /** Who may read it: everyone, or partners whose contract names it. Default: `public`. */
  access?: Edition["access"] | undefined;
  /** Names of the organizations that may offer it to partners. Default: the only one. */
  organizations?: string[] | undefined;
}

/** A configuration with every default filled in. */
export interface Config extends Complete<Omit<UserConfig, "serve" | "editions">> {
  /** Null for that of the site. */
  base: string | null;
  /** Null for that of the site. */
  anchors: AnchorStyle | null;
  siteUrl: string | null;
  /** Null for none. */
  built: string | null;
  /** Null for what the folder's own links say. */
  builtBase: string | null;
  redirects: string | false | null;
  search: { minisearch: boolean; keywords: string[] };
  frontmatter: StandardSchemaV1 | null;
  editions: readonly EditionTree[];
  /** The edition whose configuration this is; null for the one of the file. */
  edition: Edition | null;
  fields: Record<string, FieldSetting>;
  serve?: unknown;
}

/** The docs root of an edition, and the configuration that counts there. */
export interface EditionTree {
  readonly edition: Edition;
  readonly root: string;
  readonly organizations: readonly string[];
  readonly config: Config;
}

type Complete<Keys> = { [Key in keyof Keys]-?: Exclude<Keys[Key], undefined> };

const severitySchema = z.enum(["error", "warn", "off"]);
const addressesSchema = z.array(
  z.string().startsWith("/", 'expected an address that begins with "/", such as /api/**'),
);
const globsSchema = z.array(z.string().min(1));

const baseSchema = z
  .string()
  .regex(/^(\/[^?#\s]*)?$/, "expected a URL path such as /docs")
  .transform((base) => base.replace(/\/+$/, ""))
  .nullable()
  .default(null);

const configSchema = z.strictObject({
  name: z.string().min(1).default("Documentation"),
  description: z.string().default("Documentation served as data."),
  site: siteSchema.default("document"),
  base: baseSchema,
  siteUrl: z
    .url({ protocol: /^https?$/, error: "expected an http(s) address" })
    .nullable()
    .default(null),
  elsewhere: z
    .union([
      addressesSchema,
      z.strictObject({ sitemap: z.string().min(1), addresses: addressesSchema.optional() }),
    ])
    .default([]),
  built: z.string().min(1).nullable().default(null),
  builtBase: baseSchema,
  anchors: z.enum(ANCHOR_STYLES).nullable().default(null),
  titles: z
    .array(z.enum(TITLE_SOURCES, { error: describeTitleSource }))
    .min(1, `expected at least one of ${TITLE_SOURCES.join(", ")}`)
    .superRefine(refuseSuperseded)
    .default(["frontmatter", "heading", "file"]),
  /** Relative to the docs root; null for `redirects.json`, which need not exist; false for none. */
  redirects: z
    .union([z.string().min(1), z.literal(false), z.null()], {
      error: "expected the path of a file, or false",
    })
    .default(null),
  drafts: z.enum(["exclude", "include"]).default("exclude"),
  include: globsSchema.default(["**"]),
  ignore: globsSchema.default([]),
  maxPageBytes: z
    .int()
    .min(1)
    .default(4 * 1024 * 1024),
  search: z
    .strictObject({
      minisearch: z.boolean().default(true),
      keywords: z.array(z.string().min(1)).default(["keywords", "aliases", "tags"]),
    })
    .prefault({}),
  frontmatter: z
    .custom<StandardSchemaV1>(
      isStandardSchema,
      "expected a Standard Schema, which a .json file cannot hold",
    )
    .nullable()
    .default(null),
  fields: fieldsSchema.default({}),
  external: z.boolean().default(false),
  against: z
    .record(
      z.url({ protocol: /^https?$/, error: "expected the http(s) address of a site as the key" }),
      z.strictObject({ addresses: z.string().min(1), trust: z.array(z.string()).min(1) }),
    )
    .default({}),
  staleAfterDays: z.int().min(1).default(365),
  rules: z.partialRecord(z.enum(RULE_NAMES), severitySchema).default({}).superRefine(refuseFixed),
  editions: editionsSchema,
  /** Checked by the runtime, which knows its settings. */
  serve: z.unknown().optional(),
}) satisfies z.ZodType<Omit<Config, "editions" | "edition">, UserConfig>;

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
  const result = safeParseConfig(value);
  if ("config" in result) return result.config;
  throw refusal(result.faults.map(({ message }) => ({ place: source, message })));
}

/** A fault of a configuration. */
interface ConfigFault {
  /** The keys that lead to it. */
  readonly path: readonly PropertyKey[];
  /** True if the last key of the path is at fault, not its value. */
  readonly isKey: boolean;
  readonly message: string;
}

/** Checks a configuration as {@link parseConfig} does, and returns all its faults. */
export function safeParseConfig(
  value: unknown,
): { readonly config: Config } | { readonly faults: readonly ConfigFault[] } {
  const result = configSchema.safeParse(value);
  const describe = (issue: z.core.$ZodIssue) => describeIssue(issue, value);
  if (!result.success) return { faults: result.error.issues.flatMap(describe) };
  const configs: Config[] = [];
  const issues: z.core.$ZodIssue[] = [];
  for (const [place, edition] of result.data.editions.entries()) {
    const own = configSchema.safeParse(keysIn(edition, value as UserConfig));
    if (own.success) configs.push({ ...own.data, editions: [], edition: null });
    const found = own.error?.issues ?? [];
    issues.push(...found.map((issue) => ({ ...issue, path: ["editions", place, ...issue.path] })));
  }
  if (issues.length > 0) return { faults: issues.flatMap(describe) };
  const editions = treesOf(result.data.editions, configs);
  return { config: { ...result.data, editions, edition: null } };
}

/** Returns the error for faults of a configuration, each with its place. */
export function refusal(
  faults: readonly { readonly place: string; readonly message: string }[],
): DocgateError {
  const lines = faults.map(
    ({ place, message }) => `${place}: ${message}${message.endsWith("?") ? "" : "."}`,
  );
  return new DocgateError("setting", lines.join(" "), { lines });
}

/** Returns the severity of a rule under a configuration. */
export function severityOf(rule: RuleName, { rules }: Pick<Config, "rules">): Severity {
  return rules[rule] ?? RULES[rule].severity;
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
  if (rules["external-link"] === "error") {
    const message = "is never an error: what other hosts answer may be different tomorrow";
    context.addIssue({ code: "custom", path: ["external-link"], message });
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

function describeIssue(issue: z.core.$ZodIssue, config: unknown): ConfigFault[] {
  const { path } = issue;
  const place = z.core.toDotPath(path);
  if (issue.code === "unrecognized_keys") {
    const within = place === "" ? "" : ` in "${place}"`;
    return issue.keys.map((key) => ({
      path: [...path, key],
      isKey: true,
      message: `unknown key "${key}"${within}${meantKey(key, path)}`,
    }));
  }
  const about = place === "" ? issue.message : `"${place}": ${issue.message}`;
  const meant =
    issue.code === "invalid_value" ? meantValue(issue.values, valueAt(config, path)) : "";
  return [{ path, isKey: false, message: about + meant }];
}

/** Asks for a key that was probably meant; at the top, that may be the name of a rule. */
function meantKey(key: string, path: readonly PropertyKey[]): string {
  const nearestRule = createSuggester(RULE_NAMES)(key);
  const isEdition = path[0] === "editions" && path.length === 2;
  if (path.length > 0 && !isEdition) {
    return question(path.includes("rules") ? nearestRule : null);
  }
  const keys = [...Object.keys(configSchema.shape), ...(isEdition ? EDITION_KEYS : [])];
  const nearest = createSuggester(keys)(key);
  if (nearest !== null || nearestRule === null) return question(nearest);
  return `${question(nearestRule)} It belongs in "rules"`;
}

function meantValue(values: readonly unknown[], value: unknown): string {
  return typeof value === "string" ? question(createSuggester(values.map(String))(value)) : "";
}

function question(nearest: string | null): string {
  return nearest === null ? "" : `. Did you mean "${nearest}"?`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((within, key) => (within as Record<PropertyKey, unknown>)?.[key], value);
}
