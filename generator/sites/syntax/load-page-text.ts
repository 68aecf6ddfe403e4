import type { SiteSettings } from "../../config/site-settings.ts";
import type { ReadPageText } from "./page-text.ts";

/** Loads what reads the syntax and the includes of a site. @returns null for a site that has none */
export async function loadPageText({
  includes,
  syntax,
  ids,
}: Pick<SiteSettings, "includes" | "syntax" | "ids">): Promise<ReadPageText | null> {
  if (includes.length + syntax.length + ids.length === 0) return null;
  return (await import("./page-text.ts")).readPageText;
}
