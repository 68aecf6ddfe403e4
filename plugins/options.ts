import { relative, sep } from "node:path";
import type { UserConfig } from "../generator/config/config.ts";

/** The options that the plugins of all site generators have. */
export interface PluginOptions {
  /**
   * Keys of the configuration. They take precedence over a configuration file next to that of the site,
   * and that over what the site says itself. Default: none.
   */
  readonly config?: UserConfig | undefined;
  /** The folder of the built site for the corpus and its search. Default: `docgate`. */
  readonly folder?: string | undefined;
  /** False if the theme keeps its own search. Default: true. */
  readonly searchBox?: boolean | undefined;
}

/** Returns the folder of the built site for the corpus, without slashes at its ends. */
export function folderIn({ folder = "docgate" }: PluginOptions): string {
  return folder.replace(/^\/+|\/+$/g, "");
}

/** Returns a path as configurations have it: from a folder, with `/`. */
export function pathFrom(folder: string, location: string): string {
  return relative(folder, location).split(sep).join("/");
}

/** Returns the path that a site is below as the configuration has it, without a final slash. */
export function baseOf(base: string): string {
  return base.replace(/\/+$/, "");
}
