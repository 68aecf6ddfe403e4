import type { BuiltSite } from "../site/built-site.ts";
import type { SourcePage } from "./source-page.ts";

/** Returns the names, in lower case, that folders of a site's languages have. */
export function languagesOf(
  sources: readonly SourcePage[],
  { pages }: BuiltSite,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { language } of sources) if (language !== null) names.add(language.toLowerCase());
  for (const { html } of pages) {
    const lang = html.lang?.toLowerCase();
    if (lang !== undefined) names.add(lang).add(lang.split("-", 1)[0]!);
  }
  return names;
}
