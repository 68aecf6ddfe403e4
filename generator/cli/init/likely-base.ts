/** How many folders a base has at most: `/docs/4.x` has two. */
const MAX_FOLDERS = 3;
/** Fewer links say nothing about the whole site. */
const ENOUGH = 3;

/**
 * Returns the path that most links from `/` begin with.
 *
 * @param targets destinations from `/`
 * @returns null if there is none
 */
export function likelyBase(targets: readonly string[]): string | null {
  let base = "";
  for (let folders = 0; folders < MAX_FOLDERS; folders++) {
    const counts = new Map<string, number>();
    for (const target of targets.filter((each) => each.startsWith(`${base}/`))) {
      const [name = "", ...rest] = target
        .slice(base.length + 1)
        .split(/[?#]/, 1)[0]!
        .split("/");
      if (name !== "" && rest.length > 0) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const [most] = [...counts].sort(([, left], [, right]) => right - left);
    if (most === undefined || most[1] < ENOUGH || most[1] <= targets.length / 2) break;
    base += `/${most[0]}`;
  }
  return base === "" ? null : base;
}
