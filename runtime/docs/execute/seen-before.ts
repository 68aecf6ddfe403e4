/**
 * Without it, a request that never comes again takes a fifth more CPU, as its answer is kept and
 * drives out another (`npm run bench -- --requests`, variables never repeated); memory grows to all
 * that the caches may take.
 */

/** Texts remembered, some fewer where two fall on one place. */
const PLACES_BITS = 16;

/**
 * Makes what a cache asks before it takes something: a text that comes for the first time is not
 * kept, so that requests that are never repeated neither drive out the others nor fill memory (the
 * "doorkeeper" of TinyLFU: Einziger, Friedman, Manes, 2017).
 *
 * @returns what tells whether a text came lately. It may err for one in thousands of millions.
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

/** FNV-1a over UTF-16 code units (draft-eastlake-fnv), stirred so that the high bits are even. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
