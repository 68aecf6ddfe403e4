import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from "yaml";
import type { Place } from "./problem.ts";

/** Finds where the keys and values of a JSON text are. JSON is YAML. */
export class JsonPlaces {
  readonly #lines = new LineCounter();
  readonly #document;

  constructor(text: string) {
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
  }

  /** Returns where the text stops being JSON, as far as can be told. */
  ofError(): Place {
    return this.#at(this.#document.errors[0]?.pos[0] ?? 0);
  }

  /** Returns where a value begins, or the nearest one around it. */
  of(path: readonly PropertyKey[]): Place {
    const nodes = this.#nodesOn(path);
    const start = nodes.map(startOf).findLast((start) => start !== null);
    return this.#at(start ?? 0);
  }

  /** Returns where a key begins, or the nearest value around it. */
  ofKey(path: readonly PropertyKey[]): Place {
    const parent = this.#nodesOn(path.slice(0, -1))[path.length - 1];
    const pairs: readonly Pair[] = isMap(parent) ? parent.items : [];
    const pair = pairs.find(({ key }) => isScalar(key) && key.value === path.at(-1));
    const start = startOf(pair?.key);
    return start === null ? this.of(path) : this.#at(start);
  }

  /** Returns the nodes from the root to a path, as far as they exist. */
  #nodesOn(path: readonly PropertyKey[]): unknown[] {
    const nodes: unknown[] = [this.#document.contents];
    for (const key of path) {
      const node = nodes.at(-1);
      if (!isMap(node) && !isSeq(node)) break;
      nodes.push(node.get(key, true));
    }
    return nodes;
  }

  #at(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }
}

function startOf(node: unknown): number | null {
  return isMap(node) || isSeq(node) || isScalar(node) ? (node.range?.[0] ?? null) : null;
}
