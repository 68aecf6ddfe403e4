/**
 * Returns the segments of the address of a folder in the `app` folder of Next.js: groups such as
 * `(shop)` and slots such as `@modal` are not in it.
 *
 * @returns null if the folder, or one above it, is private (`_parts`) or catches the addresses of others
 *   (`(.)photo`)
 */
export function appSegments(folder: string): string[] | null {
  const segments = folder.split("/").filter(Boolean);
  if (segments.some((segment) => /^(?:_|\(\.)/.test(segment))) return null;
  return segments.filter((segment) => !/^(?:\(.*\)|@.*)$/.test(segment));
}

/** Tells whether a segment stands for several: `[slug]`, `[...path]`, `[[...path]]`. */
export function isDynamic(segment: string): boolean {
  return segment.startsWith("[");
}
