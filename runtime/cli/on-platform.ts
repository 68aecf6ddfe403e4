import type { Platform } from "../partner/platform.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, loadSettings } from "./command-settings.ts";
import { say } from "./output.ts";

/** The operations of an operator on a platform. */
type Session = typeof import("./cli-session.ts");
type Work = (platform: Platform, session: Session) => Promise<void>;

/** Runs work on the platform selected by the settings. */
export type OnPlatform = (flags: SettingFlags, work: Work) => Promise<void>;

/** Creates the function with which each command opens the platform for its own work. */
export function createOnPlatform(context: CommandContext): OnPlatform {
  return async (flags, work) => {
    const settings = await loadSettings(flags, context);
    // Imported only here, because the store and its libraries take time to load.
    const session = await import("./cli-session.ts");
    const onError = (error: unknown) => say((error as Error).message);
    const options = session.platformOptions(settings, { now: Date.now, onError });
    await session.withPlatform(options, (platform) => work(platform, session));
  };
}
