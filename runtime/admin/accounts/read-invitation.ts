import type { Platform } from "../../partner/platform.ts";
import { findProvider } from "../sign-in/provider/begin.ts";
import { noInvitation, permissionsLeft } from "./invitations.ts";

/** An invitation as the person who is invited sees it before accepting. */
export interface InvitationDetails {
  readonly email: string;
  readonly organization: string;
  /** The email of the administrator who invites. */
  readonly inviter: string;
  readonly permissions: readonly string[];
  readonly expiresAt: string;
  /** The ways to accept it. */
  readonly ways: readonly ("password" | "provider")[];
}

/**
 * Reads an invitation by the secret part of its link, which stays valid.
 *
 * @throws {Refusal} 403 if the link is invalid, was used, or has expired
 */
export async function readInvitation(platform: Platform, code: string): Promise<InvitationDetails> {
  const { store, vault } = platform;
  const { read } = store;
  const invitation = await read.invitations.find({ tokenHash: vault.hash("invitation", code) });
  const inviter = invitation && (await read.admins.find({ id: invitation.inviterId }));
  const nowMs = await read.installation.nowMs();
  if (!inviter || Date.parse(invitation.expiresAt) <= nowMs) throw noInvitation();
  const { email, expiresAt, organizationId } = invitation;
  const { name, allowsPasswords } = (await read.organizations.find({ id: organizationId }))!;
  const provider = await findProvider(platform, email);
  return {
    email,
    organization: name,
    inviter: inviter.email,
    permissions: permissionsLeft(invitation, inviter),
    expiresAt,
    ways: [
      ...(allowsPasswords ? (["password"] as const) : []),
      ...(provider?.organizationId === organizationId ? (["provider"] as const) : []),
    ],
  };
}
