/** Returns a number with its noun, for example `1 page` and `2994 pages`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Groups the digits of numbers of five digits and more, for people (ISO 80000-1). The space between
 * them does not break.
 *
 * @example
 * groupDigits("12345 of 4120") // "12 345 of 4120"
 */
export function groupDigits(text: string): string {
  return text.replace(/\d{5,}/g, (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, "\u00a0"));
}

/** Returns a size in the largest decimal unit that it reaches, for example `1.8 MB`. */
export function formatBytes(bytes: number): string {
  const unit = [
    { name: "GB", size: 1e9 },
    { name: "MB", size: 1e6 },
    { name: "kB", size: 1e3 },
  ].find(({ size }) => bytes >= size);
  return unit ? `${(bytes / unit.size).toFixed(1)} ${unit.name}` : plural(bytes, "byte");
}

/** Returns a time, for example `6.2 s` and `0.04 s`. */
export function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
}
