interface Length {
  readonly minLength: number;
  readonly maxLength: number;
}

/** Describes how long a text may be: `1 to 100 characters`. */
export function lengthWords({ minLength, maxLength }: Length): string {
  return minLength === 0
    ? `Up to ${maxLength} characters`
    : `${minLength} to ${maxLength} characters`;
}
