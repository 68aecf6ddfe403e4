/** A file or folder that gets another path; paths are relative to the docs root. */
export interface PathMove {
  readonly from: string;
  readonly to: string;
}

/** Tells of any path what it is after a move, and what it was before. */
export class PathMoves {
  readonly moves: readonly PathMove[];

  constructor(moves: readonly PathMove[]) {
    this.moves = moves;
  }

  /** Returns the path that a file has after the move. */
  after(path: string): string {
    return replaced(path, this.moves) ?? path;
  }

  /** Returns the path that a file had before the move; null if none had it. */
  before(path: string): string | null {
    const back = this.moves.map(({ from, to }) => ({ from: to, to: from }));
    return replaced(path, back) ?? (replaced(path, this.moves) === null ? path : null);
  }

  has(path: string): boolean {
    return replaced(path, this.moves) !== null;
  }
}

function replaced(path: string, moves: readonly PathMove[]): string | null {
  const move = moves.find(({ from }) => path === from || path.startsWith(`${from}/`));
  return move === undefined ? null : move.to + path.slice(move.from.length);
}
