import type { Attributes } from "./elements.ts";

/** An id with no text after it yet. */
interface PendingId {
  readonly id: string;
  /** True for an element around what follows, false for a mark before it. */
  readonly isSection: boolean;
  readonly depth: number;
}

/** More ids than these are not at one heading. */
const MAX_PENDING = 8;
const SECTION_CLASS = /(?:^|\s)sect(?:ion|\d)/;

/** The ids that lead to the next heading, if it comes before any text: of marks and of sections. */
export class PendingIds {
  #ids: PendingId[] = [];

  /** @param element its name, attributes, and the number of elements around it */
  add(
    id: string,
    element: { readonly name: string; readonly attributes: Attributes; readonly depth: number },
  ): void {
    const { name, attributes, depth } = element;
    const isSection =
      name === "section" || (name === "div" && SECTION_CLASS.test(attributes.class ?? ""));
    if (!isSection && name !== "a" && name !== "span") return;
    if (this.#ids.length === MAX_PENDING) this.#ids.shift();
    this.#ids.push({ id, isSection, depth });
  }

  /** Ends an element: what follows is not in it. */
  close(depth: number): void {
    const isOpen = (one: PendingId) => !one.isSection || one.depth < depth;
    if (this.#ids.some((one) => !isOpen(one))) this.#ids = this.#ids.filter(isOpen);
  }

  clear(): void {
    if (this.#ids.length > 0) this.#ids = [];
  }

  /** Returns the ids, the most fitting one first. */
  take(): string[] {
    const last = this.#ids.toReversed();
    this.clear();
    return [...last.filter(isSection), ...last.filter((one) => !isSection(one))].map(
      ({ id }) => id,
    );
  }
}

function isSection({ isSection }: PendingId): boolean {
  return isSection;
}
