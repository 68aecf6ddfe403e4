import { DocgateError } from "../../../corpus/error.ts";
import { isSystemError } from "../../../corpus/system-error.ts";
import type { SiteConfig } from "../../sites/site-config.ts";
import type { HtmlPage } from "../html/html-page.ts";
import { readSite, type SiteReading } from "../site/read-site.ts";
import type { BuiltFolder } from "./built-folder.ts";

interface ReadOptions {
  readonly config: SiteConfig;
  readonly known: ReadonlyMap<string, HtmlPage>;
}

/**
 * Reads the folder of a built site.
 *
 * @param known pages of earlier readings, by the hash of their bytes
 * @returns null if a configured one cannot be read, or has no page
 * @throws {DocgateError} `setting` if another one cannot be read, or has no page
 */
export async function readBuilt(
  { location, name, isConfigured }: BuiltFolder,
  { config, known }: ReadOptions,
): Promise<SiteReading | { readonly reason: string }> {
  const { maxPageBytes, builtBase } = config;
  const reading = await readSite(location, {
    maxPageBytes,
    base: builtBase ?? undefined,
    known,
  }).catch(reasonOf);
  const found =
    "reason" in reading || reading.site.pages.length > 0 ? reading : { reason: "has no HTML" };
  if ("reason" in found && !isConfigured) {
    const message = `The built site "${name}" ${found.reason}. Build the site first, or name another folder.`;
    throw new DocgateError("setting", message);
  }
  return found;
}

function reasonOf(error: unknown): { readonly reason: string } {
  if (!isSystemError(error)) throw error;
  if (error.code === "ENOENT") return { reason: "does not exist" };
  if (error.code === "ENOTDIR") return { reason: "is not a folder" };
  return { reason: `cannot be read: ${error.message}` };
}
