import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Administrator } from "./api/types.ts";

/** A permission of an administrator; with `:w` the permission to write. */
export type Permission = Administrator["permissions"][number];

/** The session of the person who is signed in. */
export interface Session {
  readonly admin: Administrator;
  /** Counts the sign-ins, so that requests that failed without a session can be repeated. */
  readonly number: number;
  /** Hides actions that are not permitted; the server refuses them in any case. */
  may(permission: Permission): boolean;
  /** Shows the sign-in over the current page, which stays as it is until then. */
  end(reason?: string): void;
  /** Shows the sign-in in place of everything. */
  leave(reason: string): void;
}

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  return useContext(SessionContext)!;
}

/** Returns the session, or null if nobody needs to be signed in. */
export function useSessionIfAny(): Session | null {
  return useContext(SessionContext);
}
