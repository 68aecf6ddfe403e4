import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import type { SiteConfig } from "../../sites/site-config.ts";

export interface BuiltOptions {
  /** The docs root. */
  readonly root: string;
  readonly config: SiteConfig;
  /** The folder that must exist. Default: that of the configuration. */
  readonly built?: string | undefined;
}

/** The folder of a built site. */
export interface BuiltFolder {
  readonly location: string;
  /** As it was given. */
  readonly name: string;
  /** True if a configuration names it: it need not exist. */
  readonly isConfigured: boolean;
}

interface FolderOptions extends Omit<BuiltOptions, "config"> {
  readonly config: Pick<Config, "built">;
}

/** Returns the folder of a built site; null if there is none. */
export function builtFolder({ root, config, built }: FolderOptions): BuiltFolder | null {
  if (built !== undefined) return { location: built, name: built, isConfigured: false };
  if (config.built === null) return null;
  return { location: join(root, config.built), name: config.built, isConfigured: true };
}
