import type { FoundLink } from "../markdown/links.ts";

/** A link as far as it says where it leads. */
export type LinkTarget = Pick<FoundLink, "kind" | "target">;

/** Where a link leads. */
export type Resolution =
  | { readonly kind: "page"; readonly id: string; readonly fragment: string | null }
  | {
      readonly kind: "dead";
      readonly target: string;
      readonly suggestion: string | null;
      readonly isDraft?: true;
      /** True if the target is a file other than a page. */
      readonly isFile?: true;
      /** The edition that lacks the page, or that readers of this one may not have. */
      readonly edition?: { readonly name: string; readonly isPrivate?: true };
    }
  | { readonly kind: "ambiguous"; readonly ids: readonly string[] }
  /** To another host, to a file other than Markdown, or to a part of the site outside the docs. */
  | {
      readonly kind: "outside";
      readonly sitePath?: string;
      /** Where it leads in another edition, from the root of the site. */
      readonly address?: string;
      /** A fragment that the page there does not have: one of the built site, or of another edition. */
      readonly missing?: { readonly place: string; readonly anchor: string };
    };
