import {
  type AddressPattern,
  fillTarget,
  matchPattern,
  normalAddress,
  segmentsOf,
} from "./address-pattern.ts";
import type { Redirects } from "./redirect-files.ts";

/** The most redirects that are followed one after the other. */
const MAX_HOPS = 10;

/** Looks addresses up in the redirects of a site, those of several files in their order. */
export class RedirectsSet {
  readonly #exact = new Map<string, string[]>();
  /** Patterns by the first segment of the addresses that they match; null for any. */
  readonly #patterns = new Map<string | null, [AddressPattern, string][]>();

  constructor(files: readonly Pick<Redirects, "exact" | "patterns">[]) {
    for (const { exact, patterns } of files) {
      for (const [from, to] of exact) append(this.#exact, from, to);
      for (const [from, to] of patterns) {
        const [{ prefix, name } = { prefix: "", name: "" }] = from;
        append(this.#patterns, name === null ? prefix : null, [from, to]);
      }
    }
  }

  /**
   * Returns where an address leads, by one redirect or several: the first target that exists. A target
   * on another host counts: docgate does not look there.
   *
   * @param exists tells whether the site has an address, which may have a query and a fragment
   * @returns null if the address is not redirected, or to nothing that exists
   */
  targetOf(address: string, exists: (target: string) => boolean): string | null {
    let addresses = [address];
    const seen = new Set<string>();
    for (let hop = 0; hop < MAX_HOPS && addresses.length > 0; hop++) {
      const targets = addresses.flatMap((each) => this.#targetsOf(normalAddress(each)));
      const target = targets.find((each) => !each.startsWith("/") || exists(each));
      if (target !== undefined) return target;
      addresses = targets.filter((each) => !seen.has(each) && seen.add(each));
    }
    return null;
  }

  #targetsOf(address: string): string[] {
    const exact = this.#exact.get(address) ?? [];
    const segments = segmentsOf(address);
    const ofFirst = this.#patterns.get(segments[0] ?? "") ?? [];
    const patterns = [...ofFirst, ...(this.#patterns.get(null) ?? [])];
    const filled = patterns.flatMap(([pattern, to]) => {
      const values = matchPattern(pattern, segments);
      return values === null ? [] : [fillTarget(to, values)];
    });
    return [...exact, ...filled];
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
