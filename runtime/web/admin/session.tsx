import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Administrator } from "./api/types.ts";

/** What an administrator may do; with `:w` the permission to write. */
export type Permission = Administrator["permissions"][number];

/** Who is signed in. */
export interface Session {
  readonly admin: Administrator;
  /** Counts the sign-ins, so that what failed for want of one can be asked for again. */
  readonly number: number;
  /** What is not allowed is not offered; the server refuses it all the same. */
  may(permission: Permission): boolean;
  /** Asks who it is over what is there, which stays as it is meanwhile. */
  end(): void;
  /** Shows the sign-in in place of everything. */
  leave(reason: string): void;
}

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  return useContext(SessionContext)!;
}

/** The same where a person need not be signed in. */
export function useSessionIfAny(): Session | null {
  return useContext(SessionContext);
}
