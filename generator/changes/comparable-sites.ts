import { isOfBuiltSite } from "../../corpus/built-site.ts";
import { DocgateError } from "../../corpus/error.ts";
import type { CorpusFile } from "../../corpus/schema.ts";

type NamedCorpus = readonly [
  name: string,
  corpus: { readonly meta: Pick<CorpusFile["meta"], "site"> },
];

/**
 * Requires that the addresses of two corpora are from the same source: of both from built sites, or of
 * neither.
 *
 * @throws {DocgateError} `setting` if they are not
 */
export function requireComparable(...corpora: readonly [NamedCorpus, NamedCorpus]): void {
  const [built, ...others] = corpora.filter(([, { meta }]) => isOfBuiltSite(meta.site));
  if (built === undefined || others.length > 0) return;
  const [other] = corpora.find((corpus) => corpus !== built)!;
  const message = `"${built[0]}" has the addresses of a built site, and "${other}" those of a model, so that they cannot be compared. Generate both with the built site, or neither.`;
  throw new DocgateError("setting", message);
}
