/** What `docgate` offers to a configuration file: the types of both halves, and nothing that runs. */

import type { UserConfig as GeneratorConfig } from "./generator/config/config.ts";
import type { ServeConfig } from "./runtime/serve/settings.ts";

/** A configuration as it is written in `docgate.config.ts`. Every key is optional. */
export interface UserConfig extends Omit<GeneratorConfig, "serve"> {
  /** Settings of `docgate serve`, which it also takes as flags and from the environment. */
  readonly serve?: ServeConfig | undefined;
}

/**
 * Types a configuration; it returns its argument.
 *
 * @example
 * import { defineConfig } from "docgate";
 *
 * export default defineConfig({ name: "Acme handbook", siteUrl: "https://docs.acme.example" });
 */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
