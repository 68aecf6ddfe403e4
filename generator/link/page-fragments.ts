import { foldCase, toNfc } from "../../corpus/text/fold.ts";
import { createSuggester, type Suggester } from "../../corpus/text/suggest.ts";
import { ANCHOR_STYLES, type AnchorStyle } from "../config/anchor-styles.ts";
import type { AnchorRequest } from "../markdown/anchors/anchor-rule.ts";
import { assignAnchors } from "../markdown/anchors/anchors.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { decode } from "./reference.ts";

/** Ends an id that stands for all ids that go on after its dot. */
const ANY_END = ".*";

/** The fragments that lead somewhere in a page, prepared once for all links to it. */
export class PageFragments {
  /** Normalised to NFC; encoded ones also as they are decoded. */
  readonly all: ReadonlySet<string>;
  /** The beginnings of ids that the site's generator finds elsewhere, such as those of source code. */
  readonly #beginnings: readonly string[];
  readonly #headings: ParsedFile["headings"];
  /** Folded text of a heading → its anchor. */
  #byText: ReadonlyMap<string, string> | undefined;
  /** Form in which the rules of anchors do not differ → fragments. */
  #byForm: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** Anchor of a heading under some rule → the rules that give it. */
  #styles: ReadonlyMap<string, readonly AnchorStyle[]> | undefined;
  /** The headings as if their authors had given them no ids. */
  readonly #requests: () => readonly AnchorRequest[];
  #suggest: Suggester | undefined;

  constructor({
    fragments,
    headings,
    headingSources,
  }: Pick<ParsedFile, "fragments" | "headings" | "headingSources">) {
    const open = fragments.filter((fragment) => fragment.endsWith(ANY_END));
    const written = fragments.filter((fragment) => !fragment.endsWith(ANY_END));
    this.all = new Set(written.flatMap(asInLinks));
    this.#beginnings = open.map((fragment) => fragment.slice(0, 1 - ANY_END.length));
    this.#headings = headings;
    this.#requests = () =>
      headings.map(({ depth, text }, at) => {
        return { depth, text, raw: headingSources[at] ?? text, customId: null };
      });
  }

  /** Tells whether a fragment, in NFC, leads somewhere in the page. */
  has(fragment: string): boolean {
    return (
      this.all.has(fragment) || this.#beginnings.some((beginning) => fragment.startsWith(beginning))
    );
  }

  /** Returns the anchor of the last heading with a text, ignoring case. */
  anchorOf(text: string): string | undefined {
    this.#byText ??= new Map(this.#headings.map(({ text, anchor }) => [foldCase(text), anchor]));
    return this.#byText.get(foldCase(text));
  }

  /**
   * Returns the fragment that differs from another one only by the rule that made it, with case and
   * runs of hyphens ignored. Undefined if there is none, or several.
   */
  same(fragment: string): string | undefined {
    this.#byForm ??= this.#fragmentsByForm();
    const [same, ...others] = this.#byForm.get(commonForm(fragment)) ?? [];
    return others.length === 0 ? same : undefined;
  }

  #fragmentsByForm(): Map<string, Set<string>> {
    const requests = this.#requests();
    const aliases = ANCHOR_STYLES.flatMap((style) =>
      assignAnchors(requests, style).map(
        (alias, at) => [alias, this.#headings[at]!.anchor] as const,
      ),
    );
    const byForm = new Map<string, Set<string>>();
    for (const fragment of this.all) aliases.push([fragment, fragment]);
    for (const [alias, fragment] of aliases) {
      if (!this.#isLinked(fragment)) continue;
      const form = commonForm(alias);
      byForm.set(form, (byForm.get(form) ?? new Set()).add(toNfc(fragment)));
    }
    return byForm;
  }

  /** Returns the rules under which a fragment is the anchor of a heading, without custom ids. */
  stylesOf(fragment: string): readonly AnchorStyle[] {
    this.#styles ??= this.#stylesByAnchor();
    return this.#styles.get(fragment) ?? [];
  }

  #stylesByAnchor(): Map<string, AnchorStyle[]> {
    const requests = this.#requests();
    const styles = new Map<string, AnchorStyle[]>();
    for (const style of ANCHOR_STYLES) {
      const linked = assignAnchors(requests, style).filter((_, at) =>
        this.#isLinked(this.#headings[at]!.anchor),
      );
      for (const anchor of new Set(linked.flatMap(asInLinks))) {
        const those = styles.get(anchor) ?? [];
        styles.set(anchor, those);
        those.push(style);
      }
    }
    return styles;
  }

  /** Tells whether the anchor of a heading is a fragment: a site may give no ids to titles. */
  #isLinked(anchor: string): boolean {
    return this.all.has(toNfc(anchor));
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

/** Returns a fragment as links have it once they are decoded; some software makes encoded ids. */
function asInLinks(fragment: string): string[] {
  return fragment.includes("%") ? [toNfc(fragment), decode(fragment)] : [toNfc(fragment)];
}

function commonForm(fragment: string): string {
  return foldCase(fragment).replace(/-+/g, "-").replace(/^-|-$/g, "");
}
