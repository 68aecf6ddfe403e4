import { idOf } from "../../corpus/text/slug.ts";
import { ANCHOR_STYLES, type AnchorStyle } from "../config/anchor-styles.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { PageFragments } from "./page-fragments.ts";
import { withoutDirective } from "./reference.ts";
import type { Resolver } from "./resolve.ts";

interface LinkedTree {
  readonly files: readonly ParsedFile[];
  readonly resolver: Resolver;
  /** The rule in force. */
  readonly anchors: AnchorStyle;
}

/**
 * Fragments that a question about the whole tree looks at. Counting all of them took longer than
 * everything else when one page of a large tree had changed (`npm run bench -- --builds`), and three
 * hundred a fifth of it. So more are only counted where the first ones show no better rule.
 */
const SAMPLES = [100, 300];

/** Counts the fragments in the links of a tree that fit each rule of anchors, when first asked. */
export class AnchorCensus {
  readonly #tree: LinkedTree;
  #counts: Counts | undefined;

  constructor(tree: LinkedTree) {
    this.#tree = tree;
  }

  /** The rule that most fragments fit, except the one in force. */
  get bestOther(): AnchorStyle {
    return this.#bestOtherOf(this.#counted());
  }

  /**
   * The rule that most fragments of a sample fit, if it is not the one in force; otherwise null. All
   * fragments of a small tree are in the sample.
   */
  get better(): AnchorStyle | null {
    for (const most of SAMPLES) {
      const counts = this.#counts ?? countFragments(this.#tree, most);
      const best = this.#bestOtherOf(counts);
      if (counts.fitting[best] > counts.fitting[this.#tree.anchors]) return best;
    }
    return null;
  }

  #bestOtherOf({ fitting }: Counts): AnchorStyle {
    const others = ANCHOR_STYLES.filter((style) => style !== this.#tree.anchors);
    return others.reduce((best, style) => (fitting[style] > fitting[best] ? style : best));
  }

  /**
   * True unless most fragments are right, and more of them under the rule in force than under any
   * other one that differs for them.
   */
  get isDoubtful(): boolean {
    const { all, right, fitting, onlyOther } = this.#counted();
    return (
      right <= all / 2 ||
      ANCHOR_STYLES.some(
        (style) => onlyOther[style] > 0 && fitting[style] >= fitting[this.#tree.anchors],
      )
    );
  }

  #counted(): Counts {
    this.#counts ??= countFragments(this.#tree, Number.POSITIVE_INFINITY);
    return this.#counts;
  }
}

type CountByStyle = Record<AnchorStyle, number>;

interface Counts {
  readonly all: number;
  /** Those that lead to a place on their page. */
  readonly right: number;
  /** Rule → those that are the anchor of a heading under it. */
  readonly fitting: Readonly<CountByStyle>;
  /** Rule → those among them that are none under the rule in force. */
  readonly onlyOther: Readonly<CountByStyle>;
}

/** Counts about as many fragments as asked for, from files all over the tree. */
function countFragments({ files, resolver, anchors }: LinkedTree, most: number): Counts {
  const byId = new Map(files.map((file) => [idOf(file.path), file]));
  const pages = new Map<string, PageFragments>();
  let [all, right] = [0, 0];
  const [fitting, onlyOther] = [zeros(), zeros()];
  for (const { path, links } of spread(files)) {
    if (all >= most) break;
    for (const link of links) {
      if (link.kind !== "url" || !link.target.includes("#")) continue;
      const found = resolver.resolve(link, path);
      if (found.kind !== "page") continue;
      const fragment = withoutDirective(found.fragment ?? "");
      if (fragment === "" || fragment === "top") continue;
      const page = pages.get(found.id) ?? new PageFragments(byId.get(found.id)!);
      pages.set(found.id, page);
      all++;
      if (page.all.has(fragment)) right++;
      const styles = page.stylesOf(fragment);
      for (const style of styles) {
        fitting[style]++;
        if (!styles.includes(anchors)) onlyOther[style]++;
      }
    }
  }
  return { all, right, fitting, onlyOther };
}

/** Files at a time that are far from each other. */
const SPREAD = 32;

/** Returns files in an order in which the first ones are from all over the tree. */
function* spread(files: readonly ParsedFile[]): Generator<ParsedFile> {
  const step = Math.ceil(files.length / SPREAD);
  for (let first = 0; first < step; first++) {
    for (let at = first; at < files.length; at += step) yield files[at]!;
  }
}

function zeros(): CountByStyle {
  return Object.fromEntries(ANCHOR_STYLES.map((style) => [style, 0])) as CountByStyle;
}
