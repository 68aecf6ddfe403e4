/**
 * The exports of `docgate` for a configuration file: the types of both halves, and no code that
 * runs.
 */

import type { UserConfig as GeneratorConfig } from "./generator/config/config.ts";
import type { ServeConfig } from "./runtime/serve/settings.ts";

/** A configuration as written in `docgate.config.ts`. Every key is optional. */
export interface UserConfig extends Omit<GeneratorConfig, "serve"> {
  /** Settings of `docgate serve`, which also come from flags and the environment. */
  readonly serve?: ServeConfig | undefined;
}

/**
 * Gives a configuration its type; returns its argument.
 *
 * @example
 * import { defineConfig } from "docgate";
 *
 * export default defineConfig({ name: "Acme handbook", siteUrl: "https://docs.acme.example" });
 */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
