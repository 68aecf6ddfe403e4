import { platformOptions, withPlatform } from "../../runtime/cli/cli-session.ts";
import type { Platform } from "../../runtime/partner/platform.ts";
import { DEFAULTS } from "../../runtime/serve/settings.ts";
import { CHEAP_PASSWORDS } from "./passwords.ts";

/** The store that an operator works on. */
export interface OperatorPlace {
  readonly data: string;
  /** The PostgreSQL database of the store. Default: the store is in the data folder. */
  readonly databaseUrl?: string;
}

/**
 * Works on a data folder in this process, as an operator's commands do. Its passwords are hashed at
 * the lowest cost, so that signing in with them is fast.
 */
export function onPlace<Result>(
  place: OperatorPlace,
  work: (platform: Platform) => Promise<Result>,
): Promise<Result> {
  const settings = { ...DEFAULTS, ...place, noticeAllowPrivate: "127.0.0.1" };
  const onError = (error: unknown) => {
    throw error;
  };
  return withPlatform(platformOptions(settings, { now: Date.now, onError }), (platform) =>
    work({ ...platform, passwords: CHEAP_PASSWORDS }),
  );
}

/** Does the same for a store in the data folder. */
export function onData<Result>(
  data: string,
  work: (platform: Platform) => Promise<Result>,
): Promise<Result> {
  return onPlace({ data }, work);
}
