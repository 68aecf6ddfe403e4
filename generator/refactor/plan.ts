import type { Fix, Place } from "../config/problem.ts";
import type { PathMove } from "./path-moves.ts";

/** A change of docs that keeps what leads to them. */
export type Refactoring =
  | { readonly kind: "paths"; readonly moves: readonly PathMove[] }
  /** A heading gets another text. */
  | {
      readonly kind: "heading";
      readonly path: string;
      readonly anchor: string;
      readonly text: string;
    };

/** A file that gets another text. */
export interface ChangedText {
  /** Path from the docs root, before any move; it may begin with `../`. */
  readonly path: string;
  /** Null for a file that does not exist yet. */
  readonly before: string | null;
  /** Null for a file that is removed. */
  readonly after: string | null;
  /** The changes, if the file is not written as a whole. Offsets do not count a byte order mark. */
  readonly edits: readonly Fix[] | null;
}

/** A place that names what was moved, and that cannot be rewritten. */
export interface Obstacle extends Place {
  /** Path from the docs root. */
  readonly file: string;
  readonly message: string;
}

/** The effects of a refactoring, worked out before anything is written. */
export interface Plan {
  readonly moves: readonly PathMove[];
  readonly texts: readonly ChangedText[];
  readonly obstacles: readonly Obstacle[];
  /** Number of references that get another text. */
  readonly references: number;
  /** The entries that the ledger gets, `from → to`. */
  readonly redirects: readonly PathMove[];
}
