/** A request of a partner that the Origin gate let through. */
export interface Call {
  readonly origin: string;
  /** Method and path of the operation; {@link OTHER} if there is none. */
  readonly endpoint: string;
  /** Why it was refused; undefined if it was not. */
  refusal?: string;
}

/** Stands for what is not counted separately: paths that are none, and Origins beyond the limit. */
export const OTHER = "(other)";

/** Outcome of a call that was answered as asked. */
export const OK = "ok";

/** @returns the reason of a refusal, {@link OK}, or the status of any other answer */
export function outcomeOf({ refusal }: Call, status: number): string {
  return refusal ?? (status < 400 ? OK : `status-${status}`);
}
