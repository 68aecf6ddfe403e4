import { DocgateError } from "../../../corpus/error.ts";
import { foldCase } from "../../../corpus/text/fold.ts";
import { explainClash } from "../../partner/chain/rule-error.ts";
import { type Change, runChange } from "../../partner/change.ts";
import type { Platform } from "../../partner/platform.ts";
import { foldEmail } from "../../partner/sign-in/email.ts";
import type { Admin } from "../../store/rows.ts";
import { hashNewPassword } from "../sign-in/new-password.ts";
import {
  type AddedAdministrator,
  addAdministrator,
  checkPassword,
  type NewAdministrator,
} from "./add-administrator.ts";
import { issueToken, revokeToken } from "./admin-tokens.ts";
import { removeAdmin, replacePassword, replacePermissions } from "./change-administrator.ts";
import { findOrganization, storedName } from "./find-organization.ts";
import { type AdministratorEntry, entriesOf } from "./list-administrators.ts";
import { PERMISSIONS, parsePermissions } from "./permissions.ts";

/** The actor in the audit log for changes made through these functions. */
export const COMMAND_LINE = "command line";

export interface WantedAdministrator extends Omit<NewAdministrator, "permissions"> {
  /** Default: all. */
  readonly permissions?: readonly string[] | undefined;
  /** True to create the organization even if another one has nearly the same name. Default: false. */
  readonly isNewOrganization?: boolean | undefined;
}

/**
 * Creates an administrator, and the organization if it does not exist.
 *
 * @throws {Error} if a value is not valid, there is already an administrator with this address, or
 *   the name of a new organization differs from that of another one in case or white space only
 */
export async function createAdministrator(
  platform: Platform,
  { permissions = PERMISSIONS, isNewOrganization = false, ...rest }: WantedAdministrator,
): Promise<AddedAdministrator> {
  if (!isNewOrganization) await refuseSimilarName(platform, rest.organization);
  const wanted = { ...rest, permissions: parsePermissions(permissions.join(",")) };
  return addAdministrator(platform, { wanted, actor: COMMAND_LINE }).catch((error) => {
    throw explainClash(error);
  });
}

async function refuseSimilarName({ store }: Platform, wanted: string): Promise<void> {
  const all = await store.read.organizations.list({});
  const name = storedName(wanted);
  if (all.some((organization) => organization.name === name)) return;
  const similar = all.find((organization) => compared(organization.name) === compared(name));
  if (!similar) return;
  throw new DocgateError(
    "setting",
    `There is an organization "${similar.name}". Use this name, or pass --new-org to create another ` +
      `one with the name "${name}".`,
  );
}

/** Leaves out what people do not see as a difference between two names. */
function compared(name: string): string {
  return foldCase(name).replace(/\s+/g, "");
}

/**
 * Lists the administrators of all organizations, or of one.
 *
 * @throws {DocgateError} `not-found` if there is no organization with this name
 */
export async function listAdministrators(
  platform: Platform,
  { organization }: { readonly organization?: string | undefined } = {},
): Promise<readonly AdministratorEntry[]> {
  if (organization === undefined) return entriesOf(platform);
  const { id: organizationId } = await findOrganization(platform.store, organization);
  return entriesOf(platform, { organizationId });
}

/**
 * Removes an administrator; the sessions and tokens end with the next request.
 *
 * @throws {DocgateError} `not-found` if there is no administrator with this address
 * @throws {RuleError} if it is the last one with write permission
 */
export async function removeAdministrator(
  platform: Platform,
  { email }: { readonly email: string },
): Promise<void> {
  await changeAdmin(platform, { email, work: removeAdmin });
}

/**
 * Replaces an administrator's permissions, with effect from the next request.
 *
 * @throws {DocgateError} `not-found` if there is no administrator with this address
 * @throws {RuleError} if there is no such permission, or nobody would be left with write permission
 */
export async function changePermissions(
  platform: Platform,
  given: { readonly email: string; readonly permissions: readonly string[] },
): Promise<void> {
  const permissions = parsePermissions(given.permissions.join(","));
  await changeAdmin(platform, {
    email: given.email,
    work: (change, admin) => replacePermissions(change, { admin, permissions }),
  });
}

/**
 * Replaces an administrator's password and ends all sessions. Tokens stay valid.
 *
 * @throws {DocgateError} `not-found` if there is no administrator with this address
 * @throws {DocgateError} `invalid` if it cannot be a password
 */
export async function setPassword(
  platform: Platform,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const valid = checkPassword(password);
  const { read } = platform.store;
  const known = await read.admins.find({ email: foldEmail(email) });
  if (!known) throw noAdministrator(email);
  const { name: organization } = (await read.organizations.find({ id: known.organizationId }))!;
  const passwordHash = await hashNewPassword(platform, { password: valid, email, organization });
  await changeAdmin(platform, {
    email,
    work: (change, admin) => replacePassword(change, { admin, passwordHash, exceptSession: null }),
  });
}

/** Work on an administrator with an address, in a change. */
export interface AdminChange<Result> {
  readonly email: string;
  readonly work: (change: Change, admin: Admin) => Promise<Result>;
}

/**
 * Changes an administrator on behalf of the command line.
 *
 * @throws {DocgateError} `not-found` if there is no administrator with this address
 */
export async function changeAdmin<Result>(
  platform: Platform,
  { email, work }: AdminChange<Result>,
): Promise<Result> {
  const known = await platform.store.read.admins.find({ email: foldEmail(email) });
  if (!known) throw noAdministrator(email);
  const { result } = await runChange(platform, actorFor(known), async (change) => {
    const admin = await change.tx.admins.find({ id: known.id });
    if (!admin) throw noAdministrator(email);
    return work(change, admin);
  });
  return result;
}

function noAdministrator(email: string): DocgateError {
  return new DocgateError("not-found", `There is no administrator with the email "${email}".`);
}

/** An admin token as lists show it. */
export interface AdminTokenEntry {
  readonly id: string;
  /** The administrator whose permissions it has. */
  readonly email: string;
  readonly name: string;
  readonly createdAt: string;
  /** Null: never. */
  readonly expiresAt: string | null;
}

export interface NewAdminToken extends AdminTokenEntry {
  /** The token in plain text, shown once. */
  readonly token: string;
}

/** @throws {DocgateError} `not-found` if there is no administrator with this address */
export async function createAdminToken(
  platform: Platform,
  { email, name = "" }: { readonly email: string; readonly name?: string | undefined },
): Promise<NewAdminToken> {
  const limits = { parent: null, permissions: null, expiresAt: null };
  return changeAdmin(platform, {
    email,
    async work(change, admin) {
      const { row, token } = await issueToken(platform, change, { admin, name, ...limits });
      const { id, createdAt, expiresAt } = row;
      return { id, email: admin.email, name, createdAt, expiresAt, token };
    },
  });
}

/** Lists the tokens of all administrators, in the order of their creation. */
export async function listAdminTokens({ store }: Platform): Promise<readonly AdminTokenEntry[]> {
  const tokens = await store.read.adminTokens.list({});
  const admins = new Map((await store.read.admins.list({})).map((admin) => [admin.id, admin]));
  return tokens.flatMap(({ id, adminId, name, createdAt, expiresAt }) => {
    const email = admins.get(adminId)?.email;
    // An administrator removed in between no longer has tokens.
    return email === undefined ? [] : { id, email, name, createdAt, expiresAt };
  });
}

/**
 * Revokes a token, and those that were made with it.
 *
 * @returns the number of revoked tokens
 * @throws {DocgateError} `not-found` if there is no such token
 */
export async function revokeAdminToken(platform: Platform, id: string): Promise<number> {
  const { read } = platform.store;
  const token = await read.adminTokens.find({ id });
  const admin = token && (await read.admins.find({ id: token.adminId }));
  if (!admin) throw noToken(id);
  const { result } = await runChange(platform, actorFor(admin), (change) =>
    revokeToken(change, { id, admin }),
  );
  return result;
}

function noToken(id: string): DocgateError {
  return new DocgateError("not-found", `There is no admin token with the id "${id}".`);
}

function actorFor({ organizationId }: Admin) {
  return { organizationId, name: COMMAND_LINE };
}
