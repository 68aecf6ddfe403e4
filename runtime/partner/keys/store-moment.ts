import type { Moment } from "../../store/installation.ts";

/** Asks for the store's revision and clock. */
export type AskMoment = () => Promise<Moment>;

/**
 * Asks once per request, in the first step that needs it; later steps reuse the answer, which is
 * never older than the request.
 *
 * @returns the function that the steps of a request ask with
 */
export function askOncePerRequest(ask: AskMoment): (request: object) => AskMoment {
  const asked = new WeakMap<object, Promise<Moment>>();
  return (request) => () => {
    const moment = asked.get(request) ?? ask();
    asked.set(request, moment);
    return moment;
  };
}
