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
    }
  | { readonly kind: "ambiguous"; readonly ids: readonly string[] }
  /** To another host, to a file other than Markdown, or to a part of the site outside the docs. */
  | {
      readonly kind: "outside";
      readonly sitePath?: string;
      /** A fragment that the page of the built site there does not have. */
      readonly missing?: { readonly address: string; readonly anchor: string };
    };
