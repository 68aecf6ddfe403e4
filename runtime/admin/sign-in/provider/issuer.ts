import * as z from "zod";
import { formProblem } from "../../../partner/notices/target.ts";
import type { Platform } from "../../../partner/platform.ts";
import { type ClientRegistration, discoverProvider, mayBePlain } from "./configuration.ts";
import { reasonOf } from "./reason.ts";

const WELL_KNOWN = "/.well-known/openid-configuration";
const MAX_ISSUER = 500;

/** The name of a provider, which is a URL; people often have that of its metadata. */
export const issuer = z
  .string()
  .trim()
  .max(MAX_ISSUER)
  .transform((text) => (text.endsWith(WELL_KNOWN) ? text.slice(0, -WELL_KNOWN.length) : text))
  .refine(
    (text) => formProblem(text) === null && !text.includes("?"),
    "Must be the URL of a provider, such as https://login.example.com/realms/staff.",
  );

export type CheckedIssuer =
  | { readonly ok: true /** As the provider spells it. */; readonly issuer: string }
  | {
      readonly ok: false;
      readonly problem: string;
      /** The issuer that was probably meant. */
      readonly suggestion?: string;
    };

/** Reads a provider's metadata, and checks that docgate can work with it. */
export async function checkIssuer(
  platform: Platform,
  { issuer, clientId }: Pick<ClientRegistration, "issuer" | "clientId">,
): Promise<CheckedIssuer> {
  if (!issuer.startsWith("https:") && !mayBePlain(issuer, platform.publicUrl)) {
    return problem("must start with https://");
  }
  try {
    const registration = { issuer, clientId, clientSecret: null };
    const configuration = await discoverProvider(platform, registration);
    const found = configuration.serverMetadata();
    if (isPattern(found.issuer)) return problem(FOR_ALL);
    for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const) {
      if (!found[name]) return problem(`has no ${name} in its metadata`);
    }
    // Fails if browsers cannot be sent there.
    (await import("openid-client")).buildAuthorizationUrl(configuration, {});
    return { ok: true, issuer: found.issuer };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return otherName(platform, error) ?? problem(WORDS[reason] ?? NOT_METADATA);
  }
}

const FOR_ALL = "is one for all customers of the provider";
const NOT_METADATA = "does not answer with the metadata of an OpenID provider";

/** Providers for many companies have a pattern as their issuer, which any of them matches. */
function isPattern(issuer: string): boolean {
  return issuer.includes("{");
}

/** Explains that the metadata is that of a provider with another name. */
function otherName({ publicUrl }: Platform, error: unknown): CheckedIssuer | null {
  const { cause } = error as { cause?: { body?: { issuer?: unknown } } };
  const name = cause?.body?.issuer;
  if (typeof name !== "string") return null;
  if (isPattern(name)) return problem(FOR_ALL);
  const parsed = issuer.safeParse(name);
  if (!parsed.success || parsed.data !== name) return null;
  if (!name.startsWith("https:") && !mayBePlain(name, publicUrl)) return null;
  return {
    ...problem(`is another one: its metadata says that its name is ${name}`),
    suggestion: name,
  };
}

function problem(words: string) {
  return { ok: false, problem: `The issuer ${words}.` } as const;
}

/** The causes for which docgate did not reach a provider, for people. */
const WORDS: Readonly<Record<string, string>> = {
  "unreachable: address":
    "has an address in a private network, which the operator of docgate must allow",
  "unreachable: guard": "cannot be reached: this runtime does not report where it connects to",
  "unreachable: dns": "has a host name without an address",
  "unreachable: connect": "does not accept a connection",
  "unreachable: tls": "has a certificate that is not trusted",
  "unreachable: timeout": "does not answer in time",
  "unreachable: closed": "does not answer",
  "unreachable: protocol": "answers too much",
};
