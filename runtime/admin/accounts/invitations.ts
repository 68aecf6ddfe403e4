import { notFound, taken } from "../../partner/chain/rule-error.ts";
import { type Change, runChange } from "../../partner/change.ts";
import { DAY_MS, timestamp } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import { createCode } from "../../partner/secrets/secrets.ts";
import { foldEmail } from "../../partner/sign-in/email.ts";
import type { Queries } from "../../store/queries.ts";
import type { Admin, Invitation } from "../../store/rows.ts";
import { Refusal } from "../refusal.ts";
import { completeSignIn, type SignedIn } from "../sign-in/complete-sign-in.ts";
import { hashNewPassword } from "../sign-in/new-password.ts";
import { insertAdmin } from "./add-administrator.ts";
import type { Browser } from "./browser.ts";
import { inOrder, type Permission } from "./permissions.ts";

/** How long an invitation is valid. */
export const INVITATION_HOURS = 24;

export interface NewInvitation {
  /** The administrator who invites, also by a token. */
  readonly inviter: Admin;
  readonly email: string;
  readonly permissions: readonly Permission[];
  /** Secret part of the link, from {@link createCode}. */
  readonly code: string;
}

/**
 * Invites someone to become an administrator. An earlier invitation of the same address ends.
 *
 * @throws {RuleError} `conflict` if there is already an administrator with this address
 */
export async function invite(
  platform: Platform,
  { tx, organizationId, at, newId, record }: Change,
  { inviter, email: text, permissions: wanted, code }: NewInvitation,
): Promise<Invitation> {
  const email = foldEmail(text);
  if (await tx.admins.find({ email })) {
    throw taken("email", "There is an administrator with this email already.");
  }
  const permissions = inOrder(wanted);
  await tx.invitations.remove({ organizationId, email });
  const invitation: Invitation = {
    id: newId(),
    organizationId,
    inviterId: inviter.id,
    email,
    permissions,
    tokenHash: platform.vault.hash("invitation", code),
    createdAt: at,
    expiresAt: timestamp(platform, DAY_MS),
  };
  await tx.invitations.insert(invitation);
  const changes = { permissions: [null, permissions] } as const;
  record({ action: "invite", resource: "admin", resourceId: invitation.id, name: email, changes });
  return invitation;
}

/** Ends an invitation. @throws {RuleError} `not-found` */
export async function withdraw({ tx, organizationId, record }: Change, id: string): Promise<void> {
  const [removed] = await tx.invitations.remove({ id, organizationId });
  if (!removed) throw notFound("administrator");
  record({ action: "withdraw", resource: "admin", resourceId: id, name: removed.email });
}

/** Returns the permissions of an invitation that its inviter can still give. */
export function permissionsLeft(
  { permissions }: Pick<Invitation, "permissions">,
  inviter: Pick<Admin, "permissions">,
): readonly string[] {
  return permissions.filter((name) => inviter.permissions.includes(name));
}

/**
 * Takes an invitation, once, with the permissions that its inviter can still give.
 *
 * @returns null if there is none, or it has expired
 */
export async function takeInvitation(
  { tx, at }: Change,
  where: Pick<Invitation, "tokenHash"> | Pick<Invitation, "organizationId" | "email">,
): Promise<Invitation | null> {
  // One statement both removes the invitation and returns it, so it is accepted once.
  const [invitation] = await tx.invitations.remove(where);
  if (!invitation || invitation.expiresAt <= at) return null;
  const inviter = (await tx.admins.find({ id: invitation.inviterId }))!;
  return { ...invitation, permissions: permissionsLeft(invitation, inviter) };
}

export interface Acceptance {
  readonly code: string;
  readonly password: string;
  /** The session of its cookie ends. */
  readonly browser: Browser;
}

/**
 * Accepts an invitation: creates the administrator, who is signed in at once.
 *
 * @throws {Refusal} 403 if the link is invalid, was used, or has expired
 */
export async function acceptInvitation(
  platform: Platform,
  { code, password, browser }: Acceptance,
): Promise<SignedIn> {
  const { store, vault } = platform;
  const tokenHash = vault.hash("invitation", code);
  // Checked first, so that nobody can have passwords hashed without a link.
  const known = await store.read.invitations.find({ tokenHash });
  if (!known) throw noInvitation();
  const { name } = (await store.read.organizations.find({ id: known.organizationId }))!;
  const passwordHash = await hashNewPassword(platform, {
    password,
    email: known.email,
    organization: name,
  });
  const actor = {
    organizationId: known.organizationId,
    name: known.email,
    network: browser.network,
  };
  const { result } = await runChange(platform, actor, async (change) => {
    const invitation = await takeInvitation(change, { tokenHash });
    if (!invitation) throw noInvitation();
    const { organizationId, email, permissions } = invitation;
    await expectPasswords(change.tx, organizationId);
    const admin: Admin = {
      id: change.newId(),
      organizationId,
      email,
      passwordHash,
      permissions,
      createdAt: change.at,
      lastSignInAt: null,
    };
    await insertAdmin(change, admin);
    return completeSignIn(platform, change, { admin, way: "password", browser });
  });
  return result;
}

/** @throws {Refusal} 403 if the organization's administrators have no passwords */
async function expectPasswords(tx: Queries, organizationId: string): Promise<void> {
  const { allowsPasswords } = (await tx.organizations.find({ id: organizationId }))!;
  if (allowsPasswords) return;
  const message =
    "Your organization has switched passwords off. Sign in with its provider, with the address that was invited.";
  throw new Refusal(message, { status: 403 });
}

export function noInvitation(): Refusal {
  return new Refusal("This invitation is invalid, was used, or has expired.", { status: 403 });
}
