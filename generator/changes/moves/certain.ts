/** Confidence from which on a move is proposed. */
export const CERTAIN = 0.8;
