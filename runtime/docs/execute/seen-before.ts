/**
 * Without it, a request that is never repeated takes a fifth more CPU, because its answer is cached
 * and evicts another one (`npm run bench -- --requests`, variables never repeated); memory grows to
 * the limit of all caches.
 */

/** Number of texts remembered; somewhat fewer if two share a place. */
const PLACES_BITS = 16;

/**
 * Creates the admission filter of a cache: a text seen for the first time is not cached, so that
 * requests that are never repeated neither evict the others nor fill memory (the "doorkeeper" of
 * TinyLFU: Einziger, Friedman, Manes, 2017).
 *
 * @returns a function that returns true if a text was seen recently; wrong for one text in several
 *   thousand million
 */
export function createSeenBefore(): (text: string) => boolean {
  const places = new Int32Array(2 ** PLACES_BITS);
  return (text) => {
    const hash = hashOf(text);
    const place = hash >>> (32 - PLACES_BITS);
    const isKnown = places[place] === hash;
    places[place] = hash;
    return isKnown;
  };
}

/**
 * FNV-1a over UTF-16 code units (draft-eastlake-fnv), mixed so that the high bits are evenly
 * spread.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
