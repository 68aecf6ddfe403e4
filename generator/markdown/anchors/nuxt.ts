import GithubSlugger from "github-slugger";
import type { AnchorRequest } from "./anchor-rule.ts";

/**
 * Follows `@nuxtjs/mdc`, the Markdown of Nuxt Content: github-slugger, whose anchors lose hyphens at
 * their ends and of runs, and get `_` before a digit. So do the ids that authors have given.
 */
export function nuxtAnchors(headings: readonly AnchorRequest[]): string[] {
  const slugger = new GithubSlugger();
  return headings.map(({ text, customId }) =>
    (customId || slugger.slug(text))
      .replace(/-+/g, "-")
      .replace(/^-|-$/g, "")
      .replace(/^\d/, "_$&"),
  );
}
