const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/** Returns the name of a method in use, so that clients cannot create labels. */
export function knownMethod(method: string): string | undefined {
  return METHODS.has(method) ? method : undefined;
}
