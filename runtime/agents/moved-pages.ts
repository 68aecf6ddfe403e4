import type { Corpus } from "../../corpus/open/corpus.ts";
import { parseAddress, redirectOf } from "../../corpus/redirects.ts";
import { slugOf } from "../../corpus/text/slug.ts";
import { PageFinder, type PageNames, type PagePlace } from "./find-page.ts";

/** Where the content of an address is now; null if it is gone for good. */
export interface Move {
  readonly to: PagePlace | null;
}

/** The pages that the docs no longer have, and where the ledger of redirects leads their readers. */
export class MovedPages {
  /** Finds such a page by everything that named it. */
  readonly finder: PageFinder<PageNames>;
  readonly #corpus: Corpus;
  readonly #pages: PageFinder;

  /** @param pages Finds the pages that the docs have. */
  constructor(corpus: Corpus, pages: PageFinder) {
    const { meta, redirects } = corpus;
    const ids = new Set(redirects.map(({ from }) => parseAddress(from).id));
    const sources = Array.from(ids, (id) => ({
      id,
      path: `${id}.md`,
      slug: slugOf(id, meta.base),
    }));
    this.finder = new PageFinder({ meta, docs: sources });
    this.#corpus = corpus;
    this.#pages = pages;
  }

  /** @returns null if the docs have the address, or the ledger does not lead on from it */
  follow({ slug }: Pick<PageNames, "slug">, anchor: string | null): Move | null {
    const answer = redirectOf(this.#corpus, { slug, anchor });
    if (answer === null) return null;
    if ("gone" in answer) return { to: null };
    // A slug has no `#`: it is percent-encoded there.
    const [target = "", ...rest] = answer.to.split("#");
    const doc = this.#pages.atSlug(target)!;
    return { to: { doc, anchor: rest.length > 0 ? rest.join("#") : null } };
  }
}
