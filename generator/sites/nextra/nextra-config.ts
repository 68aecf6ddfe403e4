import type { SiteFile } from "../data/read-text.ts";
import { type Redirects, readRedirectList } from "../data/redirect-files.ts";
import { isMap, type Literal, type LiteralMap } from "../data/script/literal.ts";
import { readLiterals } from "../data/script/read-literals.ts";
import { SettingReader } from "../data/script/setting-reader.ts";

/** The parts of `next.config.*` that addresses and syntax depend on. */
export interface NextraConfig {
  readonly basePath: string;
  readonly trailingSlash: boolean;
  readonly locales: readonly string[];
  readonly defaultLocale: string | null;
  /** The address below which the files of `content` are, without a final slash. */
  readonly contentBase: string;
  /** True if `.md` is MDX too. */
  readonly isMdxAlways: boolean;
  readonly redirects: Redirects;
  readonly notes: readonly string[];
}

const NO_REDIRECTS: Redirects = { exact: [], patterns: [], ignored: [] };

const DEFAULTS: NextraConfig = {
  basePath: "",
  trailingSlash: false,
  locales: [],
  defaultLocale: null,
  contentBase: "",
  isMdxAlways: false,
  redirects: NO_REDIRECTS,
  notes: [],
};

/** Reads the configuration of Next.js, and what `nextra()` is called with in it. */
export async function readNextraConfig(file: SiteFile | null, top: string): Promise<NextraConfig> {
  if (file === null) return DEFAULTS;
  const script = await readLiterals(file, top);
  const reader = new SettingReader(file.name);
  const next = isMap(script.exported) ? script.exported : {};
  const own = optionsIn(script.calls("nextra"));
  const useBase = { instead: 'configure "base"' };
  const basePath = reader.text(next, "basePath", useBase) ?? "";
  const i18n = reader.map(next, "i18n", { instead: 'configure "site.addresses"' });
  const useMdx = { instead: 'configure "site.mdx"' };
  const mdx = reader.map(own, "mdxOptions", useMdx);
  const useSuffix = { instead: 'configure "site.suffix"' };
  const useContent = { instead: 'configure "site.addresses"' };
  const contentBase = reader.text(own, "contentDirBasePath", useContent) ?? "";
  return {
    basePath,
    trailingSlash: reader.flag(next, "trailingSlash", useSuffix) ?? false,
    locales: reader.texts(i18n, "locales", useContent) ?? [],
    defaultLocale: reader.text(i18n, "defaultLocale", useContent) ?? null,
    contentBase: contentBase.replace(/\/+$/, ""),
    isMdxAlways: reader.text(mdx, "format", useMdx) === "mdx",
    redirects: redirectsOf(script.result("redirects"), { file, basePath }),
    notes: reader.notes,
  };
}

function optionsIn(calls: readonly { readonly arguments: readonly Literal[] }[]): LiteralMap {
  return calls.flatMap((call) => call.arguments).find(isMap) ?? {};
}

interface RedirectsOptions {
  readonly file: SiteFile;
  readonly basePath: string;
}

/** Reads redirects; those that do not say otherwise are below the base. */
function redirectsOf(list: Literal, { file, basePath }: RedirectsOptions): Redirects {
  if (!Array.isArray(list)) return NO_REDIRECTS;
  const rules = list.filter(isMap).map((rule) => {
    if (basePath === "" || rule.basePath === false) return rule;
    const { source, destination } = rule;
    const below = (path: Literal) =>
      typeof path === "string" && path.startsWith("/") ? `${basePath}${path}` : path;
    return { ...rule, source: below(source), destination: below(destination) };
  });
  return readRedirectList(rules, file.name);
}
