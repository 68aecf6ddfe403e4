import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { createAdministrator } from "../../runtime/admin/accounts/administrators.ts";
import { PERMISSIONS } from "../../runtime/admin/accounts/permissions.ts";
import { type AdminClient, type ChainServer, startChainServer } from "../support/chain-server.ts";
import { onData } from "../support/data-server.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { makeSharedFolder } from "../support/tree.ts";
import { shareVisits, type Visit, type VisitOptions, type Visits } from "./visits.ts";

/** The password of the administrators in tests. */
export const PASSWORD = "correct horse battery";

/** A visitor of the console; equal visitors share one session. */
export interface Visitor {
  /** Default: all. */
  readonly permissions?: readonly string[] | undefined;
  /** Address of the administrator, who is created if new. Default: a common one. */
  readonly email?: string | undefined;
}

export interface ConsoleVisits extends Pick<Visits, "server"> {
  /**
   * Opens a page of the console, for example `/webhooks`, signed in as an administrator of "Acme",
   * and waits until it has loaded.
   */
  open(place: string, options?: Visitor & VisitOptions): Promise<Visit>;
  /** Opens a page without signing in, and waits for a heading unless `isReady` is false. */
  openSignedOut(place: string, options?: { isReady?: boolean } & VisitOptions): Promise<Visit>;
  /** Signs in over HTTP. @returns the session's cookie, as a browser sends it */
  signIn(visitor?: Visitor): Promise<string>;
  /** The admin API of "Acme", with all permissions. */
  readonly api: AdminClient;
  /** Access chains, and calls from the partner's side. */
  chains(): ChainServer;
}

interface ConsoleOptions {
  readonly env?: Record<string, string>;
}

/** One server, one browser and the organization "Acme" for all tests of a `describe`. */
export function shareConsole({ env = {} }: ConsoleOptions = {}): ConsoleVisits {
  const folder = makeSharedFolder();
  const data = () => join(folder(), "data");
  let receiver: Receiver | undefined;
  let shared: ChainServer;
  const { server, open } = shareVisits(async () => {
    receiver = await startReceiver();
    shared = await startChainServer({ runtime: "node", data: data(), receiver, env });
    return shared.server;
  });
  afterAll(() => receiver?.close());
  const sessions = new Map<string, Promise<string>>();

  async function startSession(email: string, permissions: readonly string[]): Promise<string> {
    const admin = { organization: "Acme", email, password: PASSWORD, permissions };
    await onData(data(), (platform) => createAdministrator(platform, admin));
    const response = await fetch(`${server().url}/admin/api/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (!cookie) throw new Error(`${email} is not signed in: ${await response.text()}`);
    return cookie.split(";", 1)[0]!;
  }

  function signIn({ permissions, email }: Visitor = {}): Promise<string> {
    const name = permissions?.join("-").replaceAll(":", "") || "everything";
    const address = email ?? `${name}@acme.example`;
    const session = sessions.get(address) ?? startSession(address, permissions ?? PERMISSIONS);
    sessions.set(address, session);
    return session;
  }

  return {
    server,
    signIn,
    chains: () => shared,
    api: {
      call: (...args) => shared.admin.call(...args),
      ok: (...args) => shared.admin.ok(...args),
    },
    async openSignedOut(place, { isReady = true, ...options } = {}) {
      const visit = await open(`/admin#${place}`, options);
      if (isReady) await visit.page.getByRole("heading", { level: 1 }).waitFor();
      return visit;
    },
    async open(place, { permissions, email, ...options } = {}) {
      const cookie = await signIn({ permissions, email });
      const [name, value] = cookie.split("=") as [string, string];
      const attributes = { url: server().url, httpOnly: true, sameSite: "Strict" } as const;
      const cookies = [{ name, value, ...attributes }];
      const visit = await open(`/admin#${place}`, { ...options, cookies });
      await visit.page.getByRole("heading", { level: 1 }).waitFor();
      // A test may end the session or delete the item: no request of the page may come after that.
      await expect.poll(() => visit.page.getByText("Loading…").count()).toBe(0);
      return visit;
    },
  };
}
