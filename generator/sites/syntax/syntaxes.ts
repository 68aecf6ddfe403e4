import type { IncludeName, SyntaxName } from "../../config/site-settings.ts";
import { readContainers } from "./containers.ts";
import { readDefinitionTerms } from "./definition-terms.ts";
import { readGoldmark } from "./goldmark.ts";
import { readHugoIncludes } from "./hugo-includes.ts";
import { readJekyllIncludes } from "./jekyll-includes.ts";
import { readKramdown } from "./kramdown.ts";
import { readLiquid } from "./liquid.ts";
import { readShortcodes } from "./shortcodes.ts";
import { readSnippets } from "./snippets.ts";
import type { Syntax } from "./syntax.ts";

/** Ways to include other files, by name. */
export const INCLUDES: Readonly<Record<IncludeName, Syntax>> = {
  snippets: readSnippets,
  /** `{{% include "x.md" %}}`: shortcodes of sites made with Hugo. */
  hugo: readHugoIncludes,
  /** `{% include x.md %}`: Jekyll. */
  jekyll: readJekyllIncludes,
};

/** Syntax beyond Markdown, by name. */
export const SYNTAXES: Readonly<Record<SyntaxName, Syntax>> = {
  /** `:::note Title` … `:::`: Docusaurus, Starlight, VitePress. */
  containers: readContainers,
  /** `{{< name >}}`: Hugo. */
  shortcodes: readShortcodes,
  /** `## Heading {#id .class}`, `{.class}` below a block: Hugo. */
  goldmark: readGoldmark,
  /** Ids of terms: Hugo. */
  "definition-terms": readDefinitionTerms,
  /** `{% tag %}` and `{{ value }}`: Jekyll. */
  liquid: readLiquid,
  /** `{: #id .class}`: Jekyll. */
  kramdown: readKramdown,
};
