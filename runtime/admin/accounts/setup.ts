import { timestamp } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import { createCode } from "../../partner/secrets/secrets.ts";
import type { Queries } from "../../store/queries.ts";
import { Refusal } from "../refusal.ts";
import {
  type Administrator,
  addAdministrator,
  type NewAdministrator,
} from "./add-administrator.ts";
import { PERMISSIONS } from "./permissions.ts";

/** Lifetime of a set-up link. */
export const SETUP_TTL_SECONDS = 24 * 60 * 60;

/**
 * Creates the single-use token of a set-up link; earlier links expire (ATTACK-H119).
 *
 * @returns null if there is already an administrator
 */
export async function createSetupLink(platform: Platform): Promise<string | null> {
  const token = createCode();
  const tokenHash = platform.vault.hash("setup-link", token);
  const expiresAt = timestamp(platform, SETUP_TTL_SECONDS * 1000);
  return platform.store.transaction(async (tx) => {
    if ((await tx.admins.count({})) > 0) return null;
    await tx.setupLinks.remove({});
    await tx.setupLinks.insert({ tokenHash, expiresAt });
    return token;
  });
}

export interface SetUp extends Omit<NewAdministrator, "permissions"> {
  readonly token: string;
  /** Where the request comes from. */
  readonly network: string;
}

/**
 * Creates the first organization and its administrator, who gets every permission.
 *
 * @throws {Refusal} 403 if the link is invalid, 409 if there is already an administrator
 */
export async function setUp(
  platform: Platform,
  { token, network, ...wanted }: SetUp,
): Promise<Administrator> {
  const tokenHash = platform.vault.hash("setup-link", token);
  // Checked first, so that nobody can have passwords hashed without a link.
  const link = await platform.store.read.setupLinks.find({ tokenHash });
  if (!link) throw noLink();
  return addAdministrator(platform, {
    wanted: { ...wanted, permissions: PERMISSIONS },
    actor: "set-up link",
    network,
    guard: (tx) => consume(tx, { tokenHash, now: timestamp(platform) }),
  });
}

async function consume(
  tx: Queries,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: string },
): Promise<void> {
  if ((await tx.admins.count({})) > 0) {
    throw new Refusal("This installation is set up already.", { status: 409 });
  }
  const [link] = await tx.setupLinks.remove({ tokenHash });
  if (!link || link.expiresAt <= now) throw noLink();
}

function noLink(): Refusal {
  return new Refusal("This set-up link is invalid or has expired.", { status: 403 });
}
