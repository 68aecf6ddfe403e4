/** Asks for the store's revision, which grows with every change of what partners are served. */
export type AskRevision = () => Promise<number>;

/**
 * Asks once for each request, by its first step that needs to know: the steps after it are answered
 * from what is no older than the request.
 *
 * @returns the question, as a request's steps ask it
 */
export function askOncePerRequest(ask: AskRevision): (request: object) => AskRevision {
  const asked = new WeakMap<object, Promise<number>>();
  return (request) => () => {
    const revision = asked.get(request) ?? ask();
    asked.set(request, revision);
    return revision;
  };
}
