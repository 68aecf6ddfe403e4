/**
 * Remembers notices, so that a copy is not accepted a second time.
 *
 * @param id of a notice whose signature is valid
 * @param until when it may be forgotten, in milliseconds since 1970
 * @returns true if it is new
 */
export type RememberNotice = (id: string, until: number) => boolean | Promise<boolean>;

/** Remembers notices in memory, for one process. */
export function rememberInMemory(): RememberNotice {
  const seen = new Map<string, number>();
  return (id, until) => {
    const now = Date.now();
    // They arrive almost in this order.
    for (const [old, end] of seen) {
      if (end > now) break;
      seen.delete(old);
    }
    if (seen.has(id)) return false;
    seen.set(id, until);
    return true;
  };
}
