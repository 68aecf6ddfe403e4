/** Maximum values of a search in words; `limit` and `perDoc` must be at least 1. */
export const HIT_LIMITS = { limit: 50, perDoc: 10, queryLength: 500 } as const;
