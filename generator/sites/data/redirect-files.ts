import { basename } from "node:path";
import {
  type AddressPattern,
  isCatchAll,
  isOpen,
  normalAddress,
  PATH_SYNTAX,
  type PatternSyntax,
  parsePattern,
  SPLAT_SYNTAX,
} from "./address-pattern.ts";
import { parseData } from "./read-data.ts";
import { readText, type SiteFile } from "./read-text.ts";

/** The addresses that a site answers by leading elsewhere, as plain data. */
export interface Redirects {
  /** Addresses as {@link normalAddress} writes them, with their targets, in the order of the file. */
  readonly exact: readonly (readonly [from: string, to: string])[];
  readonly patterns: readonly (readonly [from: AddressPattern, to: string])[];
  /** Patterns that are ignored because they cannot be matched in linear time. */
  readonly ignored: readonly IgnoredPattern[];
}

/** A pattern that is not read. */
export interface IgnoredPattern {
  /** How messages name its file. */
  readonly name: string;
  /** 1-based; null for a file of data. */
  readonly line: number | null;
  readonly source: string;
}

/** A redirect as its file writes it. */
interface Rule {
  readonly from: string;
  readonly to: string;
  readonly line: number | null;
}

/** Status codes of redirects, and of an answer with the content of another address. */
const LEADING = new Set([200, 301, 302, 303, 307, 308]);

/**
 * Reads a file of redirects: `vercel.json`, `netlify.toml`, or any other name as `_redirects` of Netlify
 * and Cloudflare. Left out are catch-alls such as `/*`, error pages, other hosts, and what holds for
 * some requests only, by country, cookie or query.
 *
 * @throws {DocgateError} `file` if it cannot be read, `setting` if it is not what its name says
 */
export async function readRedirects(file: SiteFile): Promise<Redirects> {
  const source = await readText(file);
  const name = basename(file.name);
  if (name === "vercel.json") {
    const rules = rulesOf(await parseData(source, "json"), VERCEL);
    return redirectsOf(rules, { name: file.name, syntax: PATH_SYNTAX });
  }
  const rules =
    name === "netlify.toml"
      ? rulesOf(await parseData(source, "toml"), NETLIFY)
      : linesOf(source.text).flatMap(ruleOfLine);
  return redirectsOf(rules, { name: file.name, syntax: SPLAT_SYNTAX });
}

/**
 * Reads the redirects that a site's own configuration lists, as Next.js and Mintlify write them:
 * `{ source: "/old/:path*", destination: "/new/:path*" }`.
 *
 * @param name how messages name their file
 */
export function readRedirectList(list: unknown, name: string): Redirects {
  return redirectsOf(rulesOf({ redirects: list }, VERCEL), { name, syntax: PATH_SYNTAX });
}

interface RulesOrigin {
  readonly name: string;
  readonly syntax: PatternSyntax;
}

function redirectsOf(rules: readonly Rule[], { name, syntax }: RulesOrigin): Redirects {
  const exact: [string, string][] = [];
  const patterns: [AddressPattern, string][] = [];
  const ignored: IgnoredPattern[] = [];
  for (const rule of rules) {
    for (const { from, to, line } of syntax === PATH_SYNTAX
      ? choicesOf(rule).flatMap(alternativesOf)
      : [rule]) {
      const pattern = parsePattern(from, syntax);
      if (pattern === null) ignored.push({ name, line, source: rule.from });
      else if (!isOpen(pattern)) exact.push([normalAddress(from), to]);
      else if (!isCatchAll(pattern)) patterns.push([pattern, to]);
    }
  }
  return { exact, patterns, ignored };
}

/** The most addresses that a choice of names may stand for. */
const MAX_CHOICES = 100;

/** Returns the rules that one with a choice of names stands for: `/:b(one|two)` is `/one` and `/two`. */
function choicesOf(rule: Rule): Rule[] {
  const { from, to } = rule;
  const [choice, key, names = ""] = /:(\w+)\(([\w-]+(?:\|[\w-]+)*)\)/.exec(from) ?? [];
  if (choice === undefined) return [rule];
  return names
    .split("|")
    .slice(0, MAX_CHOICES)
    .map((name) => {
      const target = to.replace(new RegExp(`:${key}\\b`), name);
      return { ...rule, from: from.replace(choice, name), to: target };
    });
}

/** Returns the rules that one with an optional segment stands for: `/a/:b?` is `/a` and `/a/:b`. */
function alternativesOf(rule: Rule): Rule[] {
  const { from, to } = rule;
  const [optional, name] = /\/:(\w+)\?(?=\/|$)/.exec(from) ?? [];
  if (optional === undefined) return [{ ...rule, from: from.replace(/(:\w+)\+(?=\/|$)/, "$1*") }];
  const absent = to.replace(new RegExp(`/:${name}\\b`), "");
  return [
    { ...rule, from: from.replace(optional, "") || "/", to: absent || "/" },
    { ...rule, from: from.replace(optional, `/:${name}`) },
  ];
}

interface Line {
  readonly text: string;
  readonly line: number;
}

function linesOf(text: string): Line[] {
  return text.split(/\r?\n/).map((text, at) => ({ text, line: at + 1 }));
}

/** Reads a line of `_redirects`: source, parameters of the query, target, status, conditions. */
function ruleOfLine({ text, line }: Line): Rule[] {
  const [from, ...words] = text
    .replace(/(?:^|\s)#.*$/, "")
    .trim()
    .split(/\s+/);
  const [to, status = "301", ...conditions] = words;
  const isAddress = from!.startsWith("/") && to !== undefined && /^(?:\/|https?:)/.test(to);
  if (!isAddress || conditions.length > 0) return [];
  return LEADING.has(Number(status.replace(/!$/, ""))) ? [{ from: from!, to, line }] : [];
}

/** The keys in which a file of data has a redirect. */
interface RuleKeys {
  readonly lists: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly status: string;
}

const NETLIFY: RuleKeys = { lists: ["redirects"], from: "from", to: "to", status: "status" };
const VERCEL: RuleKeys = {
  lists: ["redirects", "rewrites"],
  from: "source",
  to: "destination",
  status: "statusCode",
};

/** Keys with which a redirect holds for some requests only. */
const CONDITIONS = ["conditions", "query", "params", "has", "missing"];

function rulesOf(data: unknown, keys: RuleKeys): Rule[] {
  const rules = keys.lists.flatMap((name) => listAt(data, name));
  return rules.flatMap((rule) => {
    const { [keys.from]: from, [keys.to]: to, [keys.status]: status = 301 } = rule;
    const isForAll = !CONDITIONS.some((key) => isFilled(rule[key]));
    const isWhole = typeof from === "string" && from.startsWith("/") && typeof to === "string";
    return isForAll && isWhole && LEADING.has(status as number) ? [{ from, to, line: null }] : [];
  });
}

function listAt(data: unknown, key: string): Readonly<Record<string, unknown>>[] {
  const list = isFilled(data) ? (data as Record<string, unknown>)[key] : undefined;
  return Array.isArray(list) ? list.filter(isFilled) : [];
}

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
