import { isEditionName } from "../../corpus/edition.ts";
import type { EditionFile } from "../docs/open-editions.ts";
import type { Settings } from "./settings.ts";

/** Returns the corpus files of the settings, each with the name of its edition if it is given one. */
export function editionFiles({ corpus }: Pick<Settings, "corpus">): readonly EditionFile[] {
  return corpus.map((text) => {
    const at = text.indexOf("=");
    const name = at < 0 ? null : text.slice(0, at);
    return name !== null && isEditionName(name)
      ? { name, file: text.slice(at + 1) }
      : { name: null, file: text };
  });
}

/** Returns the corpus file of the default edition. */
export function defaultFile(settings: Pick<Settings, "corpus">): string {
  return editionFiles(settings)[0]!.file;
}
