import type { Doc } from "../../corpus/schema.ts";
import { compareCodePoints } from "../../corpus/text/order.ts";

/** Labels of links from other pages, by the page that they lead to. */
export class InboundLabels {
  /** By page: how many links have a fragment and a label. */
  readonly #byPage = new Map<string, Map<string, number>>();

  /** The pages that a label was added to or taken from. */
  get pages(): Iterable<string> {
    return this.#byPage.keys();
  }

  /** @param by Number of links; negative for those that are gone. */
  add(id: string, { fragment, label, by = 1 }: InboundLabel): void {
    let labels = this.#byPage.get(id);
    if (labels === undefined) {
      labels = new Map();
      this.#byPage.set(id, labels);
    }
    const key = `${fragment}${SEPARATOR}${label}`;
    const count = (labels.get(key) ?? 0) + by;
    if (count === 0) labels.delete(key);
    else labels.set(key, count);
  }

  /** Returns the labels of a page, in their order. */
  of(id: string): Doc["labels"] {
    const labels = [...(this.#byPage.get(id) ?? [])];
    return labels
      .sort(([left], [right]) => compareCodePoints(left, right))
      .map(([key, count]) => {
        const at = key.indexOf(SEPARATOR);
        return [key.slice(0, at), key.slice(at + 1), count];
      });
  }

  /** Tells whether nothing was added to a page that was not taken from it. */
  isUnchanged(id: string): boolean {
    return (this.#byPage.get(id)?.size ?? 0) === 0;
  }
}

interface InboundLabel {
  /** Without `#`; empty for the page. */
  readonly fragment: string;
  readonly label: string;
  /** Default: 1. */
  readonly by?: number;
}

/** Neither fragments nor labels contain it: labels are on one line. */
const SEPARATOR = "\n";
