/** The error that Deno throws for what its permissions refuse. */
const NotCapable: ErrorConstructor | undefined = (
  globalThis as { Deno?: { errors: { NotCapable: ErrorConstructor } } }
).Deno?.errors.NotCapable;

/**
 * Tells whether the operating system or the runtime's permissions refused something. Errors that
 * Node.js throws for wrong arguments have a `code` too, but are bugs.
 */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  const { errno, syscall, code } = error as NodeJS.ErrnoException;
  if (typeof errno === "number" && syscall !== undefined) return true;
  // Thrown by Node.js with `--permission`.
  return code === "ERR_ACCESS_DENIED" || (NotCapable !== undefined && error instanceof NotCapable);
}
