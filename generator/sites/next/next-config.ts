import type { SiteFile } from "../data/read-text.ts";
import { type Redirects, readRedirectList } from "../data/redirect-files.ts";
import { isMap, type Literal, type LiteralMap } from "../data/script/literal.ts";
import type { ScriptLiterals } from "../data/script/literals.ts";
import { readLiterals } from "../data/script/read-literals.ts";
import { SettingReader } from "../data/script/setting-reader.ts";

/** The parts of `next.config.*` that the addresses of any site depend on. */
export interface NextConfig {
  readonly basePath: string;
  readonly trailingSlash: boolean;
  readonly redirects: Redirects;
  /** The script itself, for other settings; null if there is none. */
  readonly source: NextConfigSource | null;
}

export interface NextConfigSource {
  readonly script: ScriptLiterals;
  readonly values: LiteralMap;
  readonly reader: SettingReader;
}

const NO_REDIRECTS: Redirects = { exact: [], patterns: [], ignored: [] };

/** Reads the configuration of a site of Next.js. */
export async function readNextConfig(file: SiteFile | null, top: string): Promise<NextConfig> {
  if (file === null) {
    return { basePath: "", trailingSlash: false, redirects: NO_REDIRECTS, source: null };
  }
  const script = await readLiterals(file, top);
  const reader = new SettingReader(file.name);
  const values = isMap(script.exported) ? script.exported : {};
  const basePath = reader.text(values, "basePath", { instead: 'configure "base"' }) ?? "";
  const useSuffix = { instead: 'configure "site.suffix"' };
  return {
    basePath,
    trailingSlash: reader.flag(values, "trailingSlash", useSuffix) ?? false,
    redirects: redirectsOf(script.result("redirects"), { name: file.name, basePath }),
    source: { script, values, reader },
  };
}

interface RedirectsOptions {
  readonly name: string;
  readonly basePath: string;
}

/** Reads redirects; those that do not say otherwise are below the base. */
function redirectsOf(list: Literal, { name, basePath }: RedirectsOptions): Redirects {
  if (!Array.isArray(list)) return NO_REDIRECTS;
  const rules = list.filter(isMap).map((rule) => {
    if (basePath === "" || rule.basePath === false) return rule;
    const below = (path: Literal) =>
      typeof path === "string" && path.startsWith("/") ? `${basePath}${path}` : path;
    return { ...rule, source: below(rule.source), destination: below(rule.destination) };
  });
  return readRedirectList(rules, name);
}
