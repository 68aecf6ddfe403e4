import type { Platform } from "../../partner/platform.ts";
import { authenticate, type Caller, expectAccess, findCaller } from "../accounts/authenticate.ts";
import { Refusal } from "../refusal.ts";
import type { AdminOperation } from "./route.ts";
import { isCrossOrigin, isSameOrigin } from "./same-origin.ts";

interface Request {
  readonly operation: AdminOperation;
  /** The session cookie's value. */
  readonly cookie: string | undefined;
  header(name: string): string | undefined;
  query(name: string): string | undefined;
}

/**
 * Checks first who sends a request, then which page it comes from, then what the sender may do.
 *
 * @returns null for an open operation, for which nobody is authenticated, or if there is nobody and
 *   the operation allows it
 * @throws {Refusal} 401 or 403
 */
export async function admit(
  platform: Platform,
  { operation: { access, method, nobody, sessionOnly }, cookie, header, query }: Request,
): Promise<Caller | null> {
  const consoleOrigin = new URL(platform.publicUrl).origin;
  const source = {
    host: header("Host"),
    origin: header("Origin"),
    site: header("Sec-Fetch-Site"),
  };
  if (access === "anyone") {
    if (isCrossOrigin(source, consoleOrigin)) throw foreignPage();
    return null;
  }
  const authorization = header("Authorization");
  const mayBeNobody = nobody !== undefined && query(nobody) === "true" && !authorization;
  const credentials = { authorization, cookie };
  if (mayBeNobody && (await findCaller(platform, credentials)) === null) return null;
  const caller = await authenticate(platform, credentials);
  const isByCookie = caller.session !== null;
  if (isByCookie && method !== "get" && !isSameOrigin(source, consoleOrigin)) throw foreignPage();
  if (sessionOnly && !isByCookie) {
    throw new Refusal("Sign in to the console for this: a token cannot do it.", { status: 403 });
  }
  expectAccess(caller, access);
  return caller;
}

function foreignPage(): Refusal {
  const message = "A request that changes anything must come from the console's own origin.";
  return new Refusal(message, { status: 403 });
}
