import * as z from "zod";
import { DocgateError } from "../../../corpus/error.ts";
import { validate } from "../../http/json.ts";
import { email, name, newAdminPassword } from "../../partner/chain/fields.ts";
import { type Change, runChange } from "../../partner/change.ts";
import type { Platform } from "../../partner/platform.ts";
import { foldEmail } from "../../partner/sign-in/email.ts";
import type { Queries } from "../../store/queries.ts";
import type { Admin, Organization, SignInWay } from "../../store/rows.ts";
import { hashNewPassword } from "../sign-in/new-password.ts";
import { lacksFactor, OPEN_POLICY } from "../sign-in/policy.ts";
import { confirmNamed } from "../sign-in/provider/domains.ts";
import { inOrder, type Permission } from "./permissions.ts";

export interface NewAdministrator {
  /** The organization's name; the organization is created if there is none with this name. */
  readonly organization: string;
  readonly email: string;
  readonly password: string;
  readonly permissions: readonly Permission[];
}

/** An administrator without secrets. */
export interface Administrator {
  readonly id: string;
  readonly email: string;
  readonly permissions: readonly string[];
  readonly organization: Pick<Organization, "id" | "name">;
}

/** An administrator that was created, perhaps with the organization. */
export interface AddedAdministrator extends Administrator {
  readonly isNewOrganization: boolean;
}

const fields = z.object({ organization: name, email, password: newAdminPassword });

export interface Addition {
  readonly wanted: NewAdministrator;
  /** The actor in the audit log. */
  readonly actor: string;
  /** Where the request comes from. Default: it is not a request. */
  readonly network?: string;
  /** Runs first, in the same transaction; if it throws, nothing is created. */
  readonly guard?: (tx: Queries) => Promise<void>;
}

/**
 * Creates an administrator, and the organization if it does not exist. With a second organization,
 * the domains of the first one's provider are confirmed.
 *
 * @throws {DocgateError} `invalid` if a value is not valid
 * @throws {ConflictError} if there is already an administrator with this address
 */
export async function addAdministrator(
  platform: Platform,
  { wanted, actor, network, guard }: Addition,
): Promise<AddedAdministrator> {
  const { organization: organizationName, email, password } = check(wanted);
  const passwordHash = await hashNewPassword(platform, {
    password,
    email,
    organization: organizationName,
  });
  const { read } = platform.store;
  const known = await read.organizations.find({ name: organizationName });
  if (!known) await confirmNamed(platform, actor);
  const organization = { id: known?.id ?? platform.newId(), name: organizationName };
  const admin = {
    id: platform.newId(),
    organizationId: organization.id,
    email: foldEmail(email),
    passwordHash,
    permissions: inOrder(wanted.permissions),
  };
  const who = { organizationId: organization.id, name: actor, ...(network && { network }) };
  await runChange(platform, who, async (change) => {
    await guard?.(change.tx);
    if (!known) await insertOrganization(change, organization);
    await insertAdmin(change, { ...admin, createdAt: change.at, lastSignInAt: null });
  });
  const { id, permissions } = admin;
  return { id, email: admin.email, permissions, organization, isNewOrganization: !known };
}

function check(wanted: NewAdministrator) {
  const { organization, email, password } = wanted;
  return validOrThrow(fields, { organization, email, password });
}

/** @throws {DocgateError} `invalid` if it cannot be a password */
export function checkPassword(password: string): string {
  return validOrThrow(fields.pick({ password: true }), { password }).password;
}

function validOrThrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = validate(schema, value);
  if (result.ok) return result.value;
  const [{ path, message }] = result.errors as [{ path: string; message: string }];
  throw new DocgateError("invalid", `The administrator's ${path} cannot be used: ${message}`);
}

async function insertOrganization(
  { tx, at, record }: Change,
  { id, name }: Pick<Organization, "id" | "name">,
): Promise<void> {
  await tx.organizations.insert({ id, name, createdAt: at, ...OPEN_POLICY });
  record({ action: "create", resource: "organization", resourceId: id, name });
}

/** Inserts an administrator, with an audit entry. */
export async function insertAdmin({ tx, record }: Change, admin: Admin): Promise<void> {
  await tx.admins.insert(admin);
  const { id, email, permissions } = admin;
  const changes = { permissions: [null, permissions] } as const;
  record({ action: "create", resource: "admin", resourceId: id, name: email, changes });
}

export interface SignedInAdmin {
  readonly admin: Admin;
  /** Null for an admin token. */
  readonly way: SignInWay | null;
}

/** Describes who is signed in as the API does. */
export async function describeAdmin(
  { store }: Platform,
  { admin, way }: SignedInAdmin,
): Promise<object> {
  const { email, permissions, organizationId } = admin;
  const organization = (await store.read.organizations.find({ id: organizationId }))!;
  const { id, name } = organization;
  const lacks = way !== null && lacksFactor(organization, way) && { lacksSecondFactor: true };
  return { email, permissions, organization: { id, name }, ...lacks };
}
