import { encodeUtf8 } from "../bytes.ts";
import { DocgateError } from "../error.ts";
import type { Heading } from "../schema.ts";
import {
  type HitListJson,
  type HitOptions,
  searchPlaces,
  type WordSearch,
} from "../search/words/hits.ts";
import { findPostings } from "../search/words/index/postings.ts";
import { readTerms } from "../search/words/index/term-list.ts";
import { readUnits } from "../search/words/index/units.ts";
import type { ListedDoc } from "../search/words/places.ts";
import {
  MANIFEST,
  type Manifest,
  type PackKind,
  packFile,
  STATIC_VERSION,
  type TitleRow,
  WHOLE_FILES,
} from "./layout.ts";
import { LoadedPacks, NotLoaded } from "./loaded-packs.ts";

export interface StaticHitOptions extends HitOptions {
  /** Ends the wait for files; the files that have arrived are kept. */
  readonly signal?: AbortSignal | undefined;
}

/** A search over the static form of a corpus. */
export interface StaticSearch {
  /**
   * Finds the places that answer a query, best first, as `corpus.search.hits` does.
   *
   * @throws {DocgateError} `invalid-argument` if the query is too long or an option is out of range
   * @throws the error of fetch
   */
  hits(query: string, options?: StaticHitOptions): Promise<HitListJson>;
}

interface StaticSearchOptions {
  /** Default: that of the runtime. */
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Creates a search over an exported folder. It loads the manifest, the titles and the index at the
 * first query, and then for each query the parts that it needs.
 *
 * @param base Absolute address of the folder.
 *
 * @example
 * const search = createStaticSearch(new URL("/search/", location.href));
 * const { items } = await search.hits("first steps");
 */
export function createStaticSearch(
  base: URL | string,
  { fetch: get = fetch }: StaticSearchOptions = {},
): StaticSearch {
  const folder = new URL(String(base).replace(/\/?$/, "/"));
  let opening: Promise<OpenedForm> | undefined;

  async function read(file: string): Promise<string> {
    const address = new URL(file, folder);
    const response = await get(address);
    if (response.ok) return response.text();
    const message = `Cannot load "${address}": the host answered ${response.status}. Export the corpus again, and publish the whole folder.`;
    throw new DocgateError("file", message);
  }

  async function hits(query: string, { signal, ...options }: StaticHitOptions = {}) {
    opening ??= openForm(read);
    const form = await opening.catch((error) => {
      opening = undefined;
      throw error;
    });
    for (;;) {
      signal?.throwIfAborted();
      try {
        return form.search.hits(query, options);
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        await form.load();
      }
    }
  }

  return Object.freeze({ hits });
}

/** A static form whose index is loaded. */
interface OpenedForm {
  readonly search: WordSearch<StaticDoc>;
  /** Loads the packs that a query has needed. */
  load(): Promise<void>;
}

async function openForm(read: (file: string) => Promise<string>): Promise<OpenedForm> {
  const manifest = parseManifest(await read(MANIFEST));
  const { titles, units, terms } = WHOLE_FILES;
  const whole = [titles, units, terms].map((file) => read(`${manifest.folder}/${file}`));
  const [titlesText, unitsText, termsText] = await Promise.all(whole);
  const index = { units: readUnits(unitsText!), vocabulary: readTerms(termsText!) };
  const { unitCount } = index.units;

  function packs<Content>(kind: PackKind, parse: (text: string, itemCount: number) => Content) {
    const fetch = (pack: number) => read(`${manifest.folder}/${packFile(kind, pack)}`);
    return new LoadedPacks({ counts: manifest.packs[kind], fetch, parse });
  }
  const postings = packs("postings", (text, termCount) =>
    findPostings(encodeUtf8(text), { termCount, unitCount }),
  );
  const headings = packs("headings", (text): readonly Heading[][] => JSON.parse(text));
  const texts = packs("texts", (text): readonly string[] => JSON.parse(text));

  const rows: readonly TitleRow[] = JSON.parse(titlesText!);
  const search = searchPlaces({
    docs: rows.map((row, at) => new StaticDoc(row, { at, headings })),
    index: {
      ...index,
      postings: (term) => {
        const { content, at } = postings.find(term);
        return content(at);
      },
    },
    parts: {
      needPostings: (wanted) => postings.need(wanted),
      needHeadings: (docs) => headings.need(docs),
      needTexts: (places) => texts.need(Array.from(places, ({ unit }) => unit)),
      readerOf:
        () =>
        ({ unit }) => {
          const { content, at } = texts.find(unit);
          return content[at]!;
        },
    },
  });
  return {
    search,
    async load() {
      await Promise.all([postings.load(), headings.load(), texts.load()]);
    },
  };
}

function parseManifest(text: string): Manifest {
  const manifest: Manifest = JSON.parse(text);
  if (manifest.staticVersion === STATIC_VERSION) return manifest;
  throw new DocgateError(
    "corpus-version",
    `The static form has version ${manifest.staticVersion}, expected ${STATIC_VERSION}: export the corpus and its search.js with the same version of docgate.`,
  );
}

interface StaticDocOptions {
  /** Position among all pages. */
  readonly at: number;
  readonly headings: LoadedPacks<readonly Heading[][]>;
}

/** A page whose headings can be read once their pack is loaded. */
class StaticDoc implements ListedDoc {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly section: string;
  readonly #options: StaticDocOptions;

  constructor([id, slug, title, section]: TitleRow, options: StaticDocOptions) {
    this.id = id;
    this.slug = slug;
    this.title = title;
    this.section = section;
    this.#options = options;
  }

  get headings(): Heading[] {
    const { at: doc, headings } = this.#options;
    const { content, at } = headings.find(doc);
    return content[at]!;
  }
}
