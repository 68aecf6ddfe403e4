import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Administrator } from "./api/types.ts";

/** Of the admin API; with `:w` the one to write. */
export type Permission = "api-keys" | "cache" | "directory" | "audit";

/** Who is signed in. */
export interface Session {
  readonly admin: Administrator;
  /** What is not allowed is not offered; the server refuses it all the same. */
  may(permission: Permission | `${Permission}:w`): boolean;
  /** Shows the sign-in again. */
  end(reason: string): void;
}

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  return useContext(SessionContext)!;
}
