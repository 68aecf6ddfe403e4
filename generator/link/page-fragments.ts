import { foldCase, toNfc } from "../../corpus/text/fold.ts";
import { createSuggester, type Suggester } from "../../corpus/text/suggest.ts";
import { ANCHOR_STYLES, type AnchorStyle, assignAnchors } from "../markdown/anchors.ts";
import type { ParsedFile } from "../markdown/parse.ts";

/** The fragments that lead somewhere in a page, prepared once for all links to it. */
export class PageFragments {
  /** Normalised to NFC. */
  readonly all: ReadonlySet<string>;
  readonly #headings: ParsedFile["headings"];
  /** Folded text of a heading → its anchor. */
  #byText: ReadonlyMap<string, string> | undefined;
  /** Form in which the rules of anchors do not differ → fragments. */
  #byForm: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** Rule of anchors → the anchors that it gives the headings. */
  readonly #byRule = new Map<AnchorStyle, ReadonlySet<string>>();
  #suggest: Suggester | undefined;

  constructor({ fragments, headings }: Pick<ParsedFile, "fragments" | "headings">) {
    this.all = new Set(fragments.map(toNfc));
    this.#headings = headings;
  }

  /** Returns the anchor of the last heading with a text, ignoring case. */
  anchorOf(text: string): string | undefined {
    this.#byText ??= new Map(this.#headings.map(({ text, anchor }) => [foldCase(text), anchor]));
    return this.#byText.get(foldCase(text));
  }

  /**
   * Returns the fragment that differs from another one only by the rule that made it: GitHub's rule
   * or the other one, with case and runs of hyphens ignored. Undefined if there is none, or several.
   */
  same(fragment: string): string | undefined {
    this.#byForm ??= this.#fragmentsByForm();
    const [same, ...others] = this.#byForm.get(commonForm(fragment)) ?? [];
    return others.length === 0 ? same : undefined;
  }

  #fragmentsByForm(): Map<string, Set<string>> {
    const headings = this.#headings.map((heading) => ({ ...heading, customId: null }));
    const aliases = ANCHOR_STYLES.flatMap((style) =>
      assignAnchors(headings, style).map((alias, at) => [alias, headings[at]!.anchor] as const),
    );
    const byForm = new Map<string, Set<string>>();
    for (const fragment of this.all) aliases.push([fragment, fragment]);
    for (const [alias, fragment] of aliases) {
      const form = commonForm(alias);
      byForm.set(form, (byForm.get(form) ?? new Set()).add(toNfc(fragment)));
    }
    return byForm;
  }

  /** Tells whether a fragment is the anchor of a heading under a rule, without custom ids. */
  fits(fragment: string, style: AnchorStyle): boolean {
    let anchors = this.#byRule.get(style);
    if (anchors === undefined) {
      const requests = this.#headings.map((heading) => ({ ...heading, customId: null }));
      anchors = new Set(assignAnchors(requests, style).map(toNfc));
      this.#byRule.set(style, anchors);
    }
    return anchors.has(fragment);
  }

  /** Returns the fragment that was probably meant. */
  nearest(fragment: string): string | null {
    this.#suggest ??= createSuggester(this.all);
    return this.#suggest(fragment);
  }
}

export function isSameApartFromCase(left: string, right: string): boolean {
  return foldCase(left) === foldCase(right);
}

function commonForm(fragment: string): string {
  return foldCase(fragment).replace(/-+/g, "-").replace(/^-|-$/g, "");
}
