import { platformOptions, withPlatform } from "../../runtime/cli/cli-session.ts";
import type { Platform } from "../../runtime/partner/platform.ts";
import { DEFAULTS } from "../../runtime/serve/settings.ts";
import { CHEAP_PASSWORDS } from "./passwords.ts";

/** Where an operator works. */
export interface OperatorPlace {
  readonly data: string;
  /** The PostgreSQL database that has the store, if one has. */
  readonly databaseUrl?: string;
}

/**
 * Works on a data folder in this process, as the commands of an operator do. Its passwords are not
 * hard to guess: who signs in with one of them does not wait.
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

/** The same, for a store that is in the data folder. */
export function onData<Result>(
  data: string,
  work: (platform: Platform) => Promise<Result>,
): Promise<Result> {
  return onPlace({ data }, work);
}
