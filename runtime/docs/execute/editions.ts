import { createHash } from "node:crypto";
import type { Edition } from "../../../corpus/schema.ts";
import type { Counterpart, Docs } from "./queries.ts";

/** Returns the name of the documentation that an edition is one of. */
function setOf({ set, version, language, name }: Edition): string {
  // No set has an empty name, and no name a slash.
  return set ?? (version !== null || language !== null ? "" : `/${name}`);
}

/**
 * Lets the docs of editions that are served together know each other.
 *
 * @param all Those of each public edition. The first is the default.
 */
export function placeTogether(all: readonly Docs[]): readonly Docs[] {
  const infos = all.map((docs, place) => ({ ...docs.edition(), isDefault: place === 0 }));
  const state = createHash("sha256")
    .update(all.map(({ version }) => version).join())
    .digest("hex");
  return all.map((docs, place) => {
    const own = docs.corpus.meta.edition;
    const isOfSet = ({ corpus: { meta } }: Docs) =>
      own !== undefined && meta.edition !== undefined && setOf(meta.edition) === setOf(own);
    const family = infos.filter((_, at) => at === place || isOfSet(all[at]!));
    const others = all.flatMap((other, at) => {
      return at !== place && isOfSet(other) ? [{ name: infos[at]!.name, docs: other }] : [];
    });
    return {
      ...docs,
      state,
      edition: () => infos[place]!,
      editions: () => infos,
      family: () => family,
      elsewhere: (doc) =>
        others.flatMap(({ name, docs: { doc: find } }): Counterpart[] => {
          const same = find({ id: doc.id });
          return same === null ? [] : [{ edition: name, slug: same.slug }];
        }),
    };
  });
}
