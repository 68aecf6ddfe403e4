import { posix } from "node:path";
import { isOptions, type MkdocsFile, type Options } from "./settings-file.ts";

/** How a site's languages are laid out. */
interface Languages {
  /** Returns the path of a page in its language, and what its address begins with. */
  readonly placeOf: (path: string) => { readonly path: string; readonly prefix: string };
  /** Returns the address in the default language that is shown if a page is not translated. */
  readonly fallbackOf: (address: string) => string | null;
}

const ONE: Languages = { placeOf: (path) => ({ path, prefix: "" }), fallbackOf: () => null };

/** Reads the languages of the plugin `i18n` (mkdocs-static-i18n): a suffix or a folder for each. */
export function createLanguages({ plugins }: MkdocsFile): Languages {
  const options = plugins.get("i18n");
  if (options === undefined) return ONE;
  const { locales, standard } = localesOf(options);
  if (locales.length === 0) return ONE;
  const prefixOf = (locale: string) => (locale === standard ? "" : `/${locale}`);
  const isFolders = options.docs_structure === "folder";
  const fallsBack = options.fallback_to_default !== false;
  return {
    placeOf: (path) => {
      if (isFolders) {
        const [folder = "", ...rest] = path.split("/");
        if (rest.length === 0 || !locales.includes(folder)) return { path, prefix: "" };
        return { path: rest.join("/"), prefix: prefixOf(folder) };
      }
      const { dir, name, ext } = posix.parse(path);
      const locale = /\.([^.]+)$/.exec(name)?.[1];
      if (locale === undefined || !locales.includes(locale)) return { path, prefix: "" };
      const file = `${name.slice(0, -locale.length - 1)}${ext}`;
      return { path: posix.join(dir, file), prefix: prefixOf(locale) };
    },
    fallbackOf: (address) => {
      const locale = address.split("/", 2)[1] ?? "";
      const isOther = locales.includes(locale) && locale !== standard;
      return fallsBack && isOther ? address.slice(locale.length + 1) || "/" : null;
    },
  };
}

/** Reads the languages of release 1, a list, and of those before, a map. */
function localesOf(options: Options): { readonly locales: string[]; readonly standard: string } {
  const { languages, default_language: older } = options;
  if (isOptions(languages)) {
    const standard = String(older ?? "");
    const locales = Object.keys(languages).filter((locale) => locale !== "default");
    return { locales: [...new Set([...locales, standard])].filter(Boolean), standard };
  }
  const list = (Array.isArray(languages) ? languages : []).filter(isOptions);
  const built = list.filter(({ locale, build }) => typeof locale === "string" && build !== false);
  const standard = built.find((language) => language.default === true)?.locale ?? "";
  return { locales: built.map(({ locale }) => String(locale)), standard: String(standard) };
}
