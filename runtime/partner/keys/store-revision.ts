/** Asks for the store's revision, which grows with every change of what partners are served. */
export type AskRevision = () => Promise<number>;

/**
 * Asks once per request, in the first step that needs the revision; later steps reuse the answer,
 * which is never older than the request.
 *
 * @returns the function that the steps of a request ask with
 */
export function askOncePerRequest(ask: AskRevision): (request: object) => AskRevision {
  const asked = new WeakMap<object, Promise<number>>();
  return (request) => () => {
    const revision = asked.get(request) ?? ask();
    asked.set(request, revision);
    return revision;
  };
}
