import { LRUCache } from "lru-cache";

/** Clients send few different headers; the choices made from them are cached. */
const KEPT_HEADERS = 200;

/** Makes a choice from a header only once for each value. */
export function rememberChoice<Choice extends string | boolean | null>(
  choose: (header: string) => Choice,
): (header: string) => Choice {
  const known = new LRUCache<string, { readonly choice: Choice }>({ max: KEPT_HEADERS });
  return (header) => {
    const before = known.get(header);
    if (before) return before.choice;
    const choice = choose(header);
    known.set(header, { choice });
    return choice;
  };
}
