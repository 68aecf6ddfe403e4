import * as z from "zod";
import { RuleError } from "../../../partner/chain/rule-error.ts";
import { accepts, replacePolicy } from "../../sign-in/policy.ts";
import { describeDomains } from "../../sign-in/provider/domains.ts";
import { describeProvider, redirectUriOf } from "../../sign-in/provider/settings.ts";
import { type FieldsOf, pickFields, runAs } from "../resource.ts";
import { organizationSchema, signInPolicySchema } from "../response-schemas.ts";
import { type AdminCall, type AdminRoute, defineRoute } from "../route.ts";

const tag = "Organization";

/** The body of answers with an organization. */
export const oneOrganization = z.strictObject({ organization: organizationSchema });

export async function describeOrganization({ platform, caller }: AdminCall): Promise<object> {
  const { read } = platform.store;
  const id = caller.admin.organizationId;
  const organization = {
    ...(await read.organizations.find({ id }))!,
    provider: await describeProvider(read, id),
    domains: await describeDomains(platform, id),
    redirectUri: redirectUriOf(platform),
  } satisfies FieldsOf<typeof organizationSchema>;
  return pickFields(organizationSchema, organization);
}

/** @throws {RuleError} `conflict` if the caller did not sign in without a password */
function expectOtherWay({ caller }: AdminCall): void {
  const way = caller.session?.way;
  if (way !== undefined && accepts({ allowsPasswords: false }, way)) return;
  const message =
    "Sign in without a password first, with a passkey or at your provider, so that nobody is locked out.";
  throw new RuleError("conflict", message);
}

export const ORGANIZATION_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/organization",
      operationId: "readOrganization",
      summary: "Read your organization, and how its administrators may sign in",
      tag,
      access: "team",
      responses: { 200: { description: "OK", body: oneOrganization } },
    },
    async (call) => ({ status: 200, body: { organization: await describeOrganization(call) } }),
  ),
  defineRoute(
    {
      method: "patch",
      path: "/organization",
      operationId: "updateOrganization",
      summary: "Change how administrators may sign in",
      description:
        "Effective at once, also for sessions. Only someone who signed in without a password can " +
        "switch passwords off. Admin tokens stay valid.",
      tag,
      access: "team:w",
      // A token is not subject to these rules, so it must not impose them on people.
      sessionOnly: true,
      body: signInPolicySchema.partial().meta({ id: "OrganizationPatch" }),
      responses: { 200: { description: "Saved", body: oneOrganization } },
      errors: [409],
    },
    async (call) => {
      const { body } = call;
      if (body.allowsPasswords === false) expectOtherWay(call);
      await runAs(call, (change) => replacePolicy(change, body));
      return { status: 200, body: { organization: await describeOrganization(call) } };
    },
  ),
];
