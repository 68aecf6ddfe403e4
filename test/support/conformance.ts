import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** A request and its answer, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** A path, or a whole address; the query does not matter. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers | Readonly<Record<string, string>>;
  /** Empty if there is no body. */
  readonly bodyText: string;
}

/** Checks real answers against an OpenAPI document. */
export interface Conformance {
  /**
   * @throws {Error} if the document has no such operation or status, or specifies another media
   *   type, other headers or another body; the message names the place, and contains no value
   */
  check(exchange: Exchange): void;
  /** Checks that the document has an operation for a request. */
  has(request: Pick<Exchange, "method" | "url">): boolean;
}

/** The parts of an OpenAPI document that are read here. */
interface Document {
  readonly paths?: Readonly<Record<string, PathItem>>;
}

type PathItem = Readonly<
  Record<string, { readonly responses: Readonly<Record<string, ResponseObject>> }>
>;

interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, object>>;
}

/** The fields of a document, which is not a schema itself but contains schemas. */
const DOCUMENT_FIELDS = [
  "openapi",
  "info",
  "servers",
  "tags",
  "security",
  "paths",
  "webhooks",
  "components",
];

/** Returns what the schema at a place of the document finds wrong with a value, in words. */
type Judge = (value: unknown, steps: readonly string[]) => string;

interface Answer {
  readonly headers: Headers;
  readonly bodyText: string;
  /** Names that lead from the document to the response object. */
  readonly steps: readonly string[];
}

/** Reads a document once, to check any number of answers. */
export function createConformance(openapi: object): Conformance {
  const { paths = {} } = openapi as Document;
  const judge = createJudge(openapi);
  return {
    has({ method, url }) {
      const { pathname } = new URL(url, "http://localhost");
      const path = findPath(Object.keys(paths), pathname) ?? "";
      return paths[path]?.[method.toLowerCase()] !== undefined;
    },
    check({ method, url, status, headers, bodyText }) {
      const { pathname } = new URL(url, "http://localhost");
      const verb = method.toLowerCase();
      const path = findPath(Object.keys(paths), pathname) ?? "";
      const responses = paths[path]?.[verb]?.responses ?? {};
      const response = responses[status];
      const steps = ["paths", path, verb, "responses", String(status)];
      const answer: Answer = { headers: new Headers(headers), bodyText, steps };
      const problem = response
        ? (checkHeaders(response, answer, judge) ?? checkBody(response, answer, judge))
        : `documented are: ${Object.keys(responses).join(", ") || "no such operation"}`;
      if (problem) throw new Error(`${verb.toUpperCase()} ${pathname} → ${status}: ${problem}`);
    },
  };
}

function createJudge(openapi: object): Judge {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  formats.default(ajv);
  ajv.addVocabulary([...DOCUMENT_FIELDS, "example", "discriminator"]);
  ajv.addSchema(openapi, "openapi", false, false);
  const validators = new Map<string, ValidateFunction>();
  return (value, steps) => {
    const pointer = steps.map(escapeStep).join("/");
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` });
    validators.set(pointer, validate);
    return validate(value) ? "" : validate.errors!.map(describe).join("; ");
  };
}

function escapeStep(step: string): string {
  return encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function describe({ instancePath, message, params }: ErrorObject): string {
  const { additionalProperty } = params;
  const name = additionalProperty === undefined ? "" : ` (${additionalProperty})`;
  return `${instancePath || "/"} ${message}${name}`;
}

/** Finds the template that matches; one with fewer parameters comes first. */
function findPath(templates: readonly string[], pathname: string): string | undefined {
  const fitting = templates.filter((template) => fits(template, pathname));
  return fitting.sort((left, right) => left.split("{").length - right.split("{").length)[0];
}

function fits(template: string, pathname: string): boolean {
  const parts = template.split("/");
  const given = pathname.split("/");
  return (
    parts.length === given.length &&
    parts.every((part, index) => (/^\{.*\}$/.test(part) ? given[index] : part === given[index]))
  );
}

/** @returns the problem, if there is one */
function checkHeaders(
  { headers: documented = {} }: ResponseObject,
  { headers, steps }: Answer,
  judge: Judge,
): string | undefined {
  for (const [name, { required }] of Object.entries(documented)) {
    const value = headers.get(name);
    if (value === null && required) return `the header ${name} is missing`;
    const problems = value === null ? "" : judge(value, [...steps, "headers", name, "schema"]);
    if (problems) return `the header ${name}: ${problems}`;
  }
  return undefined;
}

/** @returns the problem, if there is one */
function checkBody(
  { content }: ResponseObject,
  { headers, bodyText, steps }: Answer,
  judge: Judge,
): string | undefined {
  if (content === undefined) return bodyText === "" ? undefined : "there must be no body";
  const mediaType =
    headers
      .get("Content-Type")
      ?.replace(/\s*;.*/, "")
      .toLowerCase() ?? "none";
  if (!Object.hasOwn(content, mediaType)) {
    return `the media type ${mediaType} is not ${Object.keys(content).join(" or ")}`;
  }
  const value = /[/+]json$/.test(mediaType) ? parseJson(bodyText) : bodyText;
  if (value === undefined) return "the body is not JSON";
  return judge(value, [...steps, "content", mediaType, "schema"]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
