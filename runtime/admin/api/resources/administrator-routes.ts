import * as z from "zod";
import { email, newAdminPassword } from "../../../partner/chain/fields.ts";
import { notFound } from "../../../partner/chain/rule-error.ts";
import { invitationMail } from "../../../partner/mail/invitation-mail.ts";
import { createCode } from "../../../partner/secrets/secrets.ts";
import type { Admin, Invitation } from "../../../store/rows.ts";
import type { Caller } from "../../accounts/authenticate.ts";
import {
  expectOtherHolder,
  removeAdmin,
  replacePermissions,
} from "../../accounts/change-administrator.ts";
import {
  acceptInvitation,
  INVITATION_HOURS,
  invite,
  permissionsLeft,
  withdraw,
} from "../../accounts/invitations.ts";
import { type AdministratorEntry, entriesOf } from "../../accounts/list-administrators.ts";
import { inOrder, PERMISSIONS, type Permission } from "../../accounts/permissions.ts";
import { readInvitation } from "../../accounts/read-invitation.ts";
import { Refusal } from "../../refusal.ts";
import { csvAnswer, csvResponse } from "../csv.ts";
import { type IdParams, idParams, runAs } from "../resource.ts";
import {
  administratorSchema,
  invitationDetailsSchema,
  teamMemberSchema,
} from "../response-schemas.ts";
import { type AdminCall, type AdminRoute, defineOpenRoute, defineRoute } from "../route.ts";
import { answerSignedIn } from "./session-routes.ts";

const tag = "Team";

/** Someone must be able to change the team without the command line. */
const TEAM: Permission = "team:w";

const permissions = z.array(z.enum(PERMISSIONS)).describe("At most those that you have yourself.");
const one = z.strictObject({ administrator: teamMemberSchema });

/** @throws {Refusal} 403 if someone would get or lose a permission that the caller does not have */
export function expectOwn(
  { admin }: Caller,
  given: readonly Permission[],
  had: readonly string[] = [],
): void {
  const changed = new Set<string>(given).symmetricDifference(new Set(had));
  const beyond = [...changed.difference(new Set(admin.permissions))];
  if (beyond.length === 0) return;
  const message = `You can only give and take permissions that you have yourself, not ${beyond.join(", ")}.`;
  throw new Refusal(message, { status: 403, errors: [{ path: "permissions", message }] });
}

async function listTeam({ platform, caller }: AdminCall) {
  const { organizationId } = caller.admin;
  const members = await entriesOf(platform, { organizationId });
  const invitations = await platform.store.read.invitations.list({ organizationId });
  const invited = invitations.flatMap((invitation) => {
    const inviter = members.find(({ id }) => id === invitation.inviterId);
    // An administrator removed in between no longer has invitations.
    if (!inviter) return [];
    return describeInvited({ ...invitation, permissions: permissionsLeft(invitation, inviter) });
  });
  return [...members.map((member) => describe(member, "active")), ...invited];
}

type Person = Pick<Invitation, "id" | "email" | "permissions" | "createdAt"> &
  Partial<Pick<Invitation, "expiresAt">> &
  Partial<Pick<AdministratorEntry, "lastSignInAt" | "sessions" | "tokens" | "hasSecondFactor">>;

function describe(person: Person, state: "active" | "invited") {
  const { id, email, permissions, createdAt } = person;
  const { expiresAt = null, lastSignInAt = null, sessions = 0, tokens = 0 } = person;
  const { hasSecondFactor = false } = person;
  const rest = { createdAt, expiresAt, lastSignInAt, sessions, tokens, hasSecondFactor };
  return { id, email, permissions, state, ...rest };
}

function describeInvited(invitation: Invitation) {
  return describe(invitation, "invited");
}

/** @throws {RuleError} `not-found` */
async function findMember(call: AdminCall<IdParams>) {
  const found = (await listTeam(call)).find(({ id }) => id === call.params.id);
  if (!found) throw notFound("administrator");
  return found;
}

type Work = (change: Parameters<Parameters<typeof runAs>[1]>[0], admin: Admin) => Promise<void>;

/** Changes an administrator of the caller's organization. @returns false if there is none */
async function changeMember(call: AdminCall<IdParams>, work: Work): Promise<boolean> {
  const { result } = await runAs(call, async (change) => {
    const { organizationId } = change;
    const admin = await change.tx.admins.find({ id: call.params.id, organizationId });
    if (admin) await work(change, admin);
    return admin !== undefined;
  });
  return result;
}

async function mailInvitation(
  { platform, caller }: AdminCall,
  { to, link }: { readonly to: string; readonly link: string },
): Promise<void> {
  const { organizationId: id, email: inviter } = caller.admin;
  const { name } = (await platform.store.read.organizations.find({ id }))!;
  const hours = INVITATION_HOURS;
  platform.mailer.send(invitationMail({ to, organization: name, inviter, link, hours }));
}

export const ADMINISTRATOR_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/administrators",
      operationId: "listAdministrators",
      summary: "List the administrators of your organization, and those invited",
      tag,
      access: "team",
      responses: {
        200: {
          description: "In order of creation",
          body: z.strictObject({ items: z.array(teamMemberSchema) }),
        },
      },
    },
    async (call) => ({ status: 200, body: { items: await listTeam(call) } }),
  ),
  defineRoute(
    {
      method: "get",
      path: "/administrators.csv",
      operationId: "exportAdministrators",
      summary: "Export the administrators as CSV",
      description: "With those invited, in UTF-8 with a byte order mark.",
      tag,
      access: "team",
      responses: { 200: csvResponse },
    },
    async (call) =>
      csvAnswer({
        platform: call.platform,
        name: "administrators",
        fields: Object.keys(teamMemberSchema.shape),
        items: await listTeam(call),
      }),
  ),
  defineRoute(
    {
      method: "post",
      path: "/administrators",
      operationId: "inviteAdministrator",
      summary: "Invite an administrator",
      description:
        `Answers with a link that is shown once, valid once, for ${INVITATION_HOURS} hours. If there is a ` +
        "mail server, the link is mailed too; if not, send it to the person. Who accepts gets those of the " +
        "permissions that you have then. It ends with you, and with another invitation of the same address.",
      tag,
      access: "team:w",
      body: z
        .strictObject({ email, permissions: permissions.min(1, "Give at least one permission.") })
        .meta({ id: "AdministratorInvitation" }),
      responses: {
        201: {
          description: "Invited",
          body: one.extend({
            link: z.string().describe("Shown once."),
            isMailed: z.boolean().describe("Whether the link is sent by mail too."),
          }),
        },
      },
      errors: [409],
    },
    async (call) => {
      const { platform, caller, body } = call;
      expectOwn(caller, body.permissions);
      const code = createCode();
      const inviter = caller.admin;
      const { result } = await runAs(call, (change) =>
        invite(platform, change, { ...body, inviter, code }),
      );
      const link = `${platform.publicUrl}/admin#invitation=${code}`;
      const isMailed = platform.mailer.hasServer;
      if (isMailed) await mailInvitation(call, { to: result.email, link });
      return { status: 201, body: { administrator: describeInvited(result), link, isMailed } };
    },
  ),
  defineRoute(
    {
      method: "get",
      path: "/administrators/{id}",
      operationId: "readAdministrator",
      summary: "Read an administrator",
      tag,
      access: "team",
      params: idParams,
      responses: { 200: { description: "OK", body: one } },
    },
    async (call) => ({ status: 200, body: { administrator: await findMember(call) } }),
  ),
  defineRoute(
    {
      method: "patch",
      path: "/administrators/{id}",
      operationId: "updateAdministrator",
      summary: "Replace an administrator's permissions",
      description:
        "Effective at once, for sessions and tokens. You can only give and take permissions that you have " +
        "yourself. The last administrator with `api-keys:w` or `team:w` keeps it.",
      tag,
      access: "team:w",
      params: idParams,
      body: z
        .strictObject({ permissions: permissions.optional() })
        .meta({ id: "AdministratorPatch" }),
      responses: { 200: { description: "Saved", body: one } },
      errors: [409],
    },
    async (call) => {
      const { permissions: given } = call.body;
      const isMember = await changeMember(call, async (change, admin) => {
        if (given === undefined) return;
        expectOwn(call.caller, given, admin.permissions);
        await expectOtherHolder(change.tx, { admin, kept: given, permission: TEAM });
        await replacePermissions(change, { admin, permissions: inOrder(given) });
      });
      const administrator = await findMember(call);
      if (!isMember && given !== undefined) {
        const message = "An invitation cannot be changed: invite the address again.";
        throw new Refusal(message, { status: 409 });
      }
      return { status: 200, body: { administrator } };
    },
  ),
  defineRoute(
    {
      method: "delete",
      path: "/administrators/{id}",
      operationId: "removeAdministrator",
      summary: "Remove an administrator, or withdraw an invitation",
      description:
        "Ends all sessions, tokens and open invitations of the administrator at once. A token can only " +
        "remove someone who has no permission beyond its own.",
      tag,
      access: "team:w",
      params: idParams,
      responses: { 204: { description: "Removed" } },
      errors: [409],
    },
    async (call) => {
      const isMember = await changeMember(call, async (change, admin) => {
        // Whoever has only a token must not end what stands above it, its own administrator first.
        if (call.caller.token) expectOwn(call.caller, [], admin.permissions);
        await expectOtherHolder(change.tx, { admin, kept: [], permission: TEAM });
        await removeAdmin(change, admin);
      });
      if (!isMember) {
        await runAs(call, (change) => withdraw(change, call.params.id));
      }
      return { status: 204 };
    },
  ),
  defineOpenRoute(
    {
      method: "post",
      path: "/invitation/details",
      operationId: "readInvitation",
      summary: "Read an invitation before accepting it",
      description:
        "The code is the part of the link after #, and in the body so that no log has it. It stays valid.",
      tag,
      body: z.strictObject({ code: z.string() }).meta({ id: "InvitationCode" }),
      responses: {
        200: {
          description: "OK",
          body: z.strictObject({ invitation: invitationDetailsSchema }),
        },
      },
    },
    async ({ platform, body }) => ({
      status: 200,
      body: { invitation: await readInvitation(platform, body.code) },
    }),
  ),
  defineOpenRoute(
    {
      method: "post",
      path: "/invitation",
      operationId: "acceptInvitation",
      summary: "Accept an invitation",
      description:
        "Creates the administrator and signs in. The code is the part of the link after #.",
      tag,
      body: z
        .strictObject({ code: z.string(), password: newAdminPassword })
        .meta({ id: "InvitationAcceptance" }),
      responses: {
        201: { description: "Signed in", body: z.strictObject({ admin: administratorSchema }) },
      },
      errors: [409],
    },
    async ({ platform, body, browser }) => {
      const signedIn = await acceptInvitation(platform, { ...body, browser });
      return { ...(await answerSignedIn(platform, signedIn)), status: 201 };
    },
  ),
];
