/** The exports of `docgate/search`, which also runs in browsers. Nothing inside docgate imports this file. */
export type { Excerpt, Mark } from "./words/excerpt.ts";
export {
  type Correction,
  createWordSearch,
  type Hit,
  type HitJson,
  type HitList,
  type HitListJson,
  type HitOptions,
  type WordSearch,
} from "./words/hits.ts";
export type { WrittenWords } from "./words/index/place-index.ts";
export { indexWords } from "./words/index/write-index.ts";
export type { WordsDoc } from "./words/places.ts";
