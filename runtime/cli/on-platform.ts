import type { Platform } from "../partner/platform.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, loadSettings } from "./command-settings.ts";
import { say } from "./output.ts";

/** What an operator can do on a platform. */
type Session = typeof import("./cli-session.ts");
type Work = (platform: Platform, session: Session) => Promise<void>;

/** Runs work on the platform that the settings name. */
export type OnPlatform = (flags: SettingFlags, work: Work) => Promise<void>;

/** Gives commands the way to the platform: each opens it for its work alone. */
export function createOnPlatform(context: CommandContext): OnPlatform {
  return async (flags, work) => {
    const settings = await loadSettings(flags, context);
    // Loaded only here, because the store and its libraries take a while.
    const session = await import("./cli-session.ts");
    const onError = (error: unknown) => say((error as Error).message);
    const options = session.platformOptions(settings, { now: Date.now, onError });
    await session.withPlatform(options, (platform) => work(platform, session));
  };
}
