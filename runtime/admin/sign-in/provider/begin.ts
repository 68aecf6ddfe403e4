import { domainToUnicode } from "node:url";
import { domainOf } from "../../../partner/mail/address.ts";
import type { Platform } from "../../../partner/platform.ts";
import { createCode } from "../../../partner/secrets/secrets.ts";
import { foldEmail } from "../../../partner/sign-in/email.ts";
import type { IdentityProvider } from "../../../store/rows.ts";
import { Refusal } from "../../refusal.ts";
import { createStep } from "../steps.ts";
import { configurationOf } from "./configuration.ts";
import { organizationFor, parseDomain } from "./domains.ts";
import { reasonOf } from "./reason.ts";
import { redirectUriOf } from "./settings.ts";

/** The step that the browser holds, encrypted, while it is at the provider. */
export interface AtProvider {
  readonly organizationId: string;
  /** The issuer that it was sent to: an answer of another does not count. */
  readonly issuer: string;
  readonly clientId: string;
  /** As entered, for the audit log. */
  readonly email: string;
  readonly state: string;
  readonly nonce: string;
  /** For PKCE. */
  readonly verifier: string;
}

export interface Beginning {
  /** The provider's page to go to. */
  readonly location: string;
  /** The step that the browser holds. */
  readonly token: string;
}

/**
 * Begins a sign-in at the provider that is responsible for an address. The answer does not depend
 * on whether the provider's organization has an administrator with it. Nobody is sent to the provider
 * of another organization than their own.
 *
 * @throws {Refusal} 404 if there is no such provider, 503 if it does not answer
 */
export async function beginAtProvider(platform: Platform, text: string): Promise<Beginning> {
  const email = foldEmail(text);
  const provider = await findProvider(platform, email);
  if (!provider) {
    throw new Refusal("There is no sign-in provider for this address.", { status: 404 });
  }
  const { organizationId, issuer, clientId } = provider;
  const codes = { state: createCode(), nonce: createCode(), verifier: createCode() };
  const data: AtProvider = { organizationId, issuer, clientId, email, ...codes };
  const location = await locationOf(platform, { provider, data }).catch((error) => {
    if (reasonOf(error) === null) throw error;
    throw new Refusal("The sign-in provider does not answer. Try again later.", { status: 503 });
  });
  return { location, token: await createStep(platform, { purpose: "provider", data }) };
}

/** Finds the provider at which the person with an address signs in, or would. */
export async function findProvider(
  { store: { read } }: Platform,
  email: string,
): Promise<IdentityProvider | undefined> {
  const organizationId = await organizationFor(read, email);
  if (organizationId === null) return undefined;
  for (const spelling of spellingsOf(email)) {
    const admin = await read.admins.find({ email: spelling });
    if (admin && admin.organizationId !== organizationId) return undefined;
  }
  return read.identityProviders.find({ organizationId });
}

/** Returns an address as it may be written: its domain in any script, or as punycode. */
function spellingsOf(email: string): ReadonlySet<string> {
  const domain = domainOf(email);
  const ascii = parseDomain(domain)!;
  const local = email.slice(0, -domain.length);
  return new Set([email, local + ascii, local + domainToUnicode(ascii)]);
}

async function locationOf(
  platform: Platform,
  { provider, data }: { readonly provider: IdentityProvider; readonly data: AtProvider },
): Promise<string> {
  const { email, state, nonce, verifier } = data;
  const configuration = await configurationOf(platform, provider);
  const client = await import("openid-client");
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUriOf(platform),
    scope: "openid email",
    login_hint: email,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return url.href;
}
