/** Limits of answers to queries, and of the memory for cached answers. */
export interface AnswerLimits {
  /** Memory for cached answers; with 0, nothing of a request is cached. */
  readonly answerCacheMib: number;
  /** Size of one answer before compression. */
  readonly maxAnswerMib: number;
  /** Working time for one answer. */
  readonly maxTimeMs: number;
}

/** The default limits. */
export const ANSWER_LIMITS: AnswerLimits = {
  answerCacheMib: 32,
  maxAnswerMib: 64,
  maxTimeMs: 5000,
};
