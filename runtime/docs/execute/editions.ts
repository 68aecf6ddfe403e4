import { createHash } from "node:crypto";
import type { Doc, Edition } from "../../../corpus/schema.ts";
import type { Fields } from "./field-parts.ts";
import { type Counterpart, type Docs, ENDPOINT, findEdition } from "./queries.ts";

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
  const placed: Docs[] = all.map((docs, place) => {
    const own = docs.corpus.meta.edition;
    const endpoint = `/e/${infos[place]!.name}${ENDPOINT}`;
    const isOfSet = ({ corpus: { meta } }: Docs) =>
      own !== undefined && meta.edition !== undefined && setOf(meta.edition) === setOf(own);
    const family = infos.filter((_, at) => at === place || isOfSet(all[at]!));
    const others = all.flatMap((other, at) => {
      return at !== place && isOfSet(other) ? [{ name: infos[at]!.name, docs: other }] : [];
    });
    return {
      ...docs,
      state,
      meta: () => (place === 0 ? docs.meta() : { ...docs.meta(), endpoint }),
      edition: () => infos[place]!,
      editions: () => infos,
      family: () => family,
      inEdition(name) {
        const own = placed[place]!;
        const found = findEdition(placed, name);
        return found === own ? own : seenFrom(own, found);
      },
      elsewhere: (doc) =>
        others.flatMap(({ name, docs: { doc: find } }): Counterpart[] => {
          const same = find({ id: doc.id });
          return same === null ? [] : [{ edition: name, slug: same.slug }];
        }),
    };
  });
  return placed;
}

/** Gives docs of another edition the fields that the schema of these docs has. */
function seenFrom({ corpus: { meta } }: Docs, other: Docs): Docs {
  const { fields: wanted = {} } = meta;
  const { fields: given = {} } = other.corpus.meta;
  return { ...other, fieldsOf: ({ fields = {} }) => convertFields(fields, { given, wanted }) };
}

interface FieldKinds {
  readonly given: Fields;
  readonly wanted: Fields;
}

/** Takes the values of the fields that both editions have in the same way. */
function convertFields(
  values: NonNullable<Doc["fields"]>,
  { given, wanted }: FieldKinds,
): NonNullable<Doc["fields"]> {
  const kindOf = (fields: Fields, name: string) =>
    Object.hasOwn(fields, name) && JSON.stringify([fields[name]!.type, fields[name]!.values]);
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, { default: usual }]) => {
      const isSame = kindOf(given, name) === kindOf(wanted, name) && Object.hasOwn(values, name);
      const value = isSame ? values[name] : usual;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
