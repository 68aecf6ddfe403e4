import type { Change } from "../../partner/change.ts";
import type { Platform } from "../../partner/platform.ts";
import type { Admin, SignInWay } from "../../store/rows.ts";
import type { Browser } from "../accounts/browser.ts";
import { startSession } from "../accounts/sessions.ts";

export interface SignedIn {
  readonly admin: Admin;
  readonly way: SignInWay;
  /** The new session cookie's value. */
  readonly code: string;
}

export interface Completion {
  readonly admin: Admin;
  readonly way: SignInWay;
  /** The session of its cookie ends. */
  readonly browser: Browser;
}

/** Signs an administrator in, at the end of every way. */
export async function completeSignIn(
  platform: Platform,
  { tx, record }: Change,
  { admin, way, browser }: Completion,
): Promise<SignedIn> {
  const { id, email } = admin;
  const changes = { way: [null, way] } as const;
  record({ action: "sign-in", resource: "session", resourceId: id, name: email, changes });
  return { admin, way, code: await startSession(tx, { platform, admin, way, browser }) };
}
