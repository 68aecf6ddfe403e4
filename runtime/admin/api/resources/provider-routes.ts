import { parse } from "hono/utils/cookie";
import * as z from "zod";
import { email } from "../../../partner/chain/fields.ts";
import { invalid } from "../../../partner/chain/rule-error.ts";
import type { Platform } from "../../../partner/platform.ts";
import { PERMISSIONS } from "../../accounts/permissions.ts";
import { Refusal, refusalOf } from "../../refusal.ts";
import { beginAtProvider } from "../../sign-in/provider/begin.ts";
import { completeAtProvider } from "../../sign-in/provider/complete.ts";
import { askDns, confirmDomain, parseDomain } from "../../sign-in/provider/domains.ts";
import { checkIssuer, issuer } from "../../sign-in/provider/issuer.ts";
import { removeProvider, saveProvider } from "../../sign-in/provider/settings.ts";
import { STEP_MINUTES } from "../../sign-in/steps.ts";
import { providerCookie, sessionCookie } from "../cookie.ts";
import { runAs } from "../resource.ts";
import {
  type AdminCall,
  type AdminRoute,
  type Call,
  defineOpenRoute,
  defineRoute,
} from "../route.ts";
import { expectOwn } from "./administrator-routes.ts";
import { describeOrganization, oneOrganization } from "./organization-routes.ts";

const tag = "Organization";
const MAX_DOMAINS = 100;

const domain = z
  .string()
  .refine(
    (text) => parseDomain(text) !== null,
    "Must be a domain as after the @ of an address, such as example.com.",
  )
  .transform((text) => parseDomain(text)!)
  .meta({ maxLength: 253 });

const settings = z.strictObject({
  issuer: issuer.describe("As in its metadata, without `/.well-known/openid-configuration`."),
  clientId: z.string().trim().min(1).max(500),
  clientSecret: z
    .string()
    .min(1)
    .max(1000)
    .nullable()
    .optional()
    .describe(
      "Never shown again. Left out: as before; not with another `issuer`, which must not get the " +
        "secret of the one before. Null: none, for a public client.",
    ),
  domains: z
    .array(domain)
    .min(1, "Name at least one domain.")
    .max(MAX_DOMAINS)
    .transform((domains) => [...new Set(domains)])
    .describe(
      "Only addresses of these domains may sign in. With several organizations, each must be proven " +
        "by a record in DNS, or reserved by the operator.",
    ),
  newPermissions: z
    .array(z.enum(PERMISSIONS))
    .nullable()
    .describe(
      "What those may do who sign in without being invited, at most what you may. Null: they are " +
        "refused.",
    ),
});

/**
 * A provider says who someone is: whoever chooses it could become anyone.
 *
 * @throws {Refusal} 403 if an administrator has a permission that the caller does not have
 */
async function expectAll({ platform, caller }: AdminCall): Promise<void> {
  const { organizationId } = caller.admin;
  const admins = await platform.store.read.admins.list({ organizationId });
  const held = new Set(admins.flatMap(({ permissions }) => permissions));
  if (held.isSubsetOf(new Set(caller.admin.permissions))) return;
  const message =
    "A provider can sign in every administrator: only someone with all permissions that they have can set it up.";
  throw new Refusal(message, { status: 403 });
}

async function begin({ platform, body }: Call<unknown, unknown, { readonly email: string }>) {
  const { location, token } = await beginAtProvider(platform, body.email);
  const headers = { "Set-Cookie": providerCookie(platform.publicUrl).set(token) };
  return { status: 200, body: { location }, headers } as const;
}

/** Answers with one of two addresses, neither of which depends on the request (ATTACK-P196). */
async function comeBack(call: Call<unknown, unknown, unknown>) {
  const { platform, header, search, address, browser } = call;
  const { name } = providerCookie(platform.publicUrl);
  const token = parse(header("Cookie") ?? "", name)[name];
  const signedIn = await completeAtProvider(platform, { search, token, address, browser }).catch(
    (error) => {
      if (refusalOf(error) === null) throw error;
      return null;
    },
  );
  return {
    status: 303,
    headers: signedIn ? welcome(platform, signedIn) : sorry(platform),
  } as const;
}

function welcome({ publicUrl }: Platform, { code }: { readonly code: string }) {
  return {
    Location: `${publicUrl}/admin`,
    "Set-Cookie": sessionCookie(publicUrl).set(code),
  };
}

function sorry({ publicUrl }: Platform) {
  return { Location: `${publicUrl}/admin#sign-in-failed` };
}

export const PROVIDER_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "put",
      path: "/organization/provider",
      operationId: "saveProvider",
      summary: "Set up the OpenID provider of your organization",
      description:
        "Administrators can then sign in there. The provider is asked at once: an `issuer` that " +
        "does not answer as an OpenID provider is refused. With another `issuer` or `clientId`, " +
        "sessions that began at the provider end, and accounts are bound again.",
      tag,
      access: "team:w",
      body: settings.meta({ id: "ProviderInput" }),
      responses: { 200: { description: "Saved", body: oneOrganization } },
      errors: [409],
    },
    async (call) => {
      const { platform, body, caller } = call;
      await expectAll(call);
      if (body.newPermissions) expectOwn(caller, body.newPermissions);
      const checked = await checkIssuer(platform, body);
      if (!checked.ok) {
        const { problem: message, suggestion } = checked;
        throw invalid({ path: "issuer", message, ...(suggestion && { suggestion }) });
      }
      const provider = { ...body, issuer: checked.issuer, clientSecret: body.clientSecret };
      await runAs(call, (change) => saveProvider(platform, change, provider));
      return { status: 200, body: { organization: await describeOrganization(call) } };
    },
  ),
  defineRoute(
    {
      method: "post",
      path: "/organization/domain-checks",
      operationId: "checkDomain",
      summary: "Prove that a domain of the provider is yours",
      description:
        "Asks DNS for the `record` of the domain now. Found, the domain is yours until a later check " +
        "does not find it, or the operator gives it to another organization. 409 if it is not there.",
      tag,
      access: "team:w",
      body: z.strictObject({ domain }).meta({ id: "DomainCheck" }),
      responses: { 200: { description: "Proven", body: oneOrganization } },
      errors: [404, 409],
    },
    async (call) => {
      const { platform, caller, body } = call;
      const { organizationId } = caller.admin;
      await askDns(platform, { organizationId, domain: body.domain });
      await runAs(call, (change) => confirmDomain(change, { domain: body.domain, proof: "dns" }));
      return { status: 200, body: { organization: await describeOrganization(call) } };
    },
  ),
  defineRoute(
    {
      method: "delete",
      path: "/organization/provider",
      operationId: "deleteProvider",
      summary: "Remove the OpenID provider",
      description: "Sessions that began at the provider end. Not while passwords are switched off.",
      tag,
      access: "team:w",
      responses: { 204: { description: "Removed" } },
      errors: [404, 409],
    },
    async (call) => {
      await runAs(call, removeProvider);
      return { status: 204 };
    },
  ),
  defineOpenRoute(
    {
      method: "post",
      path: "/session/provider",
      operationId: "beginProviderSignIn",
      summary: "Begin to sign in at your organization's provider",
      description:
        "For browsers. Sets a cookie; send the browser to `location` next, within " +
        `${STEP_MINUTES} minutes back from there. 404 if no organization has a provider for the domain ` +
        "of the address, whoever it belongs to.",
      tag: "Administrator sessions",
      body: z.strictObject({ email }).meta({ id: "ProviderSignIn" }),
      responses: {
        200: {
          description: "Where to sign in",
          body: z.strictObject({ location: z.string() }),
        },
      },
      errors: [404],
    },
    begin,
  ),
  defineOpenRoute(
    {
      method: "get",
      path: "/session/provider/callback",
      operationId: "completeProviderSignIn",
      summary: "Come back from the provider",
      description:
        "Where the provider sends the browser, with its answer in the query; not for scripts. " +
        "Leads to the console, signed in or not. Why a sign-in was refused is in the audit log.",
      tag: "Administrator sessions",
      isFromElsewhere: true,
      responses: {
        303: {
          description: "To the console",
          headers: z.object({ Location: z.string() }),
        },
      },
    },
    comeBack,
  ),
];
