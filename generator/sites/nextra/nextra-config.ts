import type { SiteFile } from "../data/read-text.ts";
import type { Call, LiteralMap } from "../data/script/literal.ts";
import { isMap } from "../data/script/literal.ts";
import { type NextConfig, readNextConfig } from "../next/next-config.ts";

/** The parts of `next.config.*` that addresses and syntax depend on. */
export interface NextraConfig extends Omit<NextConfig, "source"> {
  readonly locales: readonly string[];
  readonly defaultLocale: string | null;
  /** The address below which the files of `content` are, without a final slash. */
  readonly contentBase: string;
  /** True if `.md` is MDX too. */
  readonly isMdxAlways: boolean;
  readonly notes: readonly string[];
}

const NO_OPTIONS = {
  locales: [],
  defaultLocale: null,
  contentBase: "",
  isMdxAlways: false,
  notes: [],
};

/** Reads the configuration of Next.js, and what `nextra()` is called with in it. */
export async function readNextraConfig(file: SiteFile | null, top: string): Promise<NextraConfig> {
  const { source, ...next } = await readNextConfig(file, top);
  if (source === null) return { ...next, ...NO_OPTIONS };
  const { script, values, reader } = source;
  const own = optionsIn(script.calls("nextra"));
  const useAddresses = { instead: 'configure "site.addresses"' };
  const useMdx = { instead: 'configure "site.mdx"' };
  const i18n = reader.map(values, "i18n", useAddresses);
  const mdx = reader.map(own, "mdxOptions", useMdx);
  const contentBase = reader.text(own, "contentDirBasePath", useAddresses) ?? "";
  return {
    ...next,
    locales: reader.texts(i18n, "locales", useAddresses) ?? [],
    defaultLocale: reader.text(i18n, "defaultLocale", useAddresses) ?? null,
    contentBase: contentBase.replace(/\/+$/, ""),
    isMdxAlways: reader.text(mdx, "format", useMdx) === "mdx",
    notes: reader.notes,
  };
}

function optionsIn(calls: readonly Call[]): LiteralMap {
  return calls.flatMap((call) => call.arguments).find(isMap) ?? {};
}
