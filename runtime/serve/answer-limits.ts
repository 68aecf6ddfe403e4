/** Limits of answers to queries, and of the memory for those that are kept. */
export interface AnswerLimits {
  /** Memory for answers that are kept to be given again; with 0 nothing of a request is kept. */
  readonly answerCacheMib: number;
  /** Size of one answer before it is compressed. */
  readonly maxAnswerMib: number;
  /** Time of work on one answer. */
  readonly maxTimeMs: number;
}

/** The limits where none are given. */
export const ANSWER_LIMITS: AnswerLimits = {
  answerCacheMib: 32,
  maxAnswerMib: 64,
  maxTimeMs: 5000,
};
