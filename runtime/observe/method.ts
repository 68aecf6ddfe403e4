const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/** A method by its name if it is one of those in use, so that clients cannot make up new ones. */
export function knownMethod(method: string): string | undefined {
  return METHODS.has(method) ? method : undefined;
}
