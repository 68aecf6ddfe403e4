import { DocgateError } from "../../corpus/error.ts";
import type { Corpus } from "../../corpus/open/corpus.ts";
import { type CorpusSource, openPermitted, type Reload } from "./corpus-source.ts";
import { placeTogether } from "./execute/editions.ts";
import type { Docs } from "./execute/queries.ts";
import type { Trust } from "./open-served.ts";
import type { SnapshotHistory } from "./snapshots/history.ts";

/** A corpus file, with the name of its edition if there is one. */
export interface EditionFile {
  readonly name: string | null;
  readonly file: string;
}

/** The public editions that are served together. */
export interface Editions {
  /** The default one. */
  readonly standard: CorpusSource;
  /** Those with a name, in order; also the default one if it has a name. */
  readonly named: ReadonlyMap<string, CorpusSource>;
  /** Follows all files: each edition is replaced by itself. */
  follow(onReload: (reload: Reload) => void): void;
  close(): void;
}

interface EditionsOptions {
  readonly trust: Trust | null;
  /** Keeps the states of the default edition that were served. Default: all are kept in memory. */
  readonly history?: SnapshotHistory | undefined;
}

/**
 * Loads the editions to serve. The first is the default.
 *
 * @throws {DocgateError} if a file is not an intact corpus of its edition, or not signed by a trusted key
 * @throws {DocgateError} `corpus-edition` if two editions have a page at the same address
 */
export async function openEditions(
  files: readonly EditionFile[],
  { trust, history }: EditionsOptions,
): Promise<Editions> {
  const opened: CorpusSource[] = [];
  for (const { name, file } of files) {
    let own: CorpusSource | undefined;
    const permit = (corpus: Corpus) => {
      const others = opened.filter((source) => source !== own);
      refuseOverlap(corpus, { file, others: others.map((source) => source.current().corpus) });
    };
    const options = { file, trust, edition: name, permit };
    const states = opened.length === 0 ? history : undefined;
    own = await openPermitted({ ...options, history: states }).catch((error) => {
      for (const source of opened) source.close();
      throw error;
    });
    opened.push(own);
  }
  return together(opened);
}

function together(opened: readonly CorpusSource[]): Editions {
  let docs: readonly Docs[] = [];
  const place = () => {
    const each = opened.map((source) => source.current());
    docs = each.length === 1 ? each : placeTogether(each);
  };
  place();
  const sources = opened.map(
    (source, at): CorpusSource => ({
      current: () => docs[at]!,
      download: () => source.download(),
      state: () => source.state(),
      follow(onReload) {
        source.follow((reload) => {
          place();
          onReload(reload);
        });
      },
      close: () => source.close(),
    }),
  );
  const named = sources.flatMap((source) => {
    const name = source.current().corpus.meta.edition?.name;
    return name === undefined ? [] : [[name, source] as const];
  });
  return {
    standard: sources[0]!,
    named: new Map(named),
    follow(onReload) {
      for (const source of sources) source.follow(onReload);
    },
    close() {
      for (const source of sources) source.close();
    },
  };
}

interface OverlapOptions {
  readonly file: string;
  readonly others: readonly Corpus[];
}

function refuseOverlap(corpus: Corpus, { file, others }: OverlapOptions): void {
  const slugs = new Set(corpus.docs.map(({ slug }) => slug));
  for (const other of others) {
    const both = other.docs.find(({ slug }) => slugs.has(slug));
    if (both === undefined) continue;
    const names = [other, corpus].map(({ meta }) => `"${meta.edition?.name ?? "default"}"`);
    const message = `Corpus "${file}" cannot be served: editions ${names.join(" and ")} both have a page at "${both.slug}". Give one of them another "base".`;
    throw new DocgateError("corpus-edition", message);
  }
}
