/**
 * The exports of `docgate/vitepress`: a plugin for VitePress. Nothing inside docgate imports this file.
 */
import { join, sep } from "node:path";
import { type DevServer, serveInDevelopment } from "./dev-server.ts";
import { baseOf, folderIn, type PluginOptions, pathFrom } from "./options.ts";
import { packageFolder } from "./package-folder.ts";
import type { SiteLog } from "./site-log.ts";
import { type SiteDocs, writeDocs } from "./write-docs.ts";

export type { PluginOptions };

/** A plugin of Vite, as far as it is used. */
export interface VitepressPlugin {
  readonly name: string;
  readonly enforce: "pre";
  configResolved(config: object): void;
  configureServer(server: DevServer): void;
  resolveId(source: string): string | undefined;
  load(id: string): string | undefined;
}

/** The configuration of a site as VitePress has evaluated it. */
interface SiteConfig {
  readonly root: string;
  readonly srcDir: string;
  readonly outDir: string;
  readonly cacheDir: string;
  readonly configPath?: string | undefined;
  readonly cleanUrls: boolean;
  readonly site: { readonly title: string; readonly description: string; readonly base: string };
  readonly sitemap?: { readonly hostname: string } | undefined;
  readonly rewrites: { readonly map: Readonly<Record<string, string | undefined>> };
  readonly logger: SiteLog;
  buildEnd?: ((config: SiteConfig) => unknown) | undefined;
}

/** The search of VitePress's theme, whose place docgate's takes. */
const THEME_SEARCH = /\/VPNavBarSearch\.vue$/;
const SEARCH_BOX = "\0docgate-search-box";

/**
 * Builds the corpus of a VitePress site with the site, and gives its theme docgate's search box.
 *
 * @example
 * import { docgate } from "docgate/vitepress";
 * import { defineConfig } from "vitepress";
 *
 * export default defineConfig({ title: "Acme", vite: { plugins: [docgate()] } });
 */
export function docgate(options: PluginOptions = {}): VitepressPlugin {
  let site: SiteConfig | undefined;
  const folder = folderIn(options);

  return {
    name: "docgate",
    enforce: "pre",

    configResolved(config) {
      const found = (config as { vitepress?: SiteConfig }).vitepress;
      // VitePress resolves the configuration of Vite once for each of its two bundles.
      if (found === undefined || found === site) return;
      site = found;
      const { buildEnd } = found;
      found.buildEnd = async (built) => {
        await buildEnd?.(built);
        const out = join(found.outDir, folder);
        await writeDocs(docsOf(found, found.outDir), {
          config: options.config,
          out,
          log: logOf(found),
        });
      };
    },

    configureServer(server) {
      if (site === undefined) return;
      const current = site;
      const out = join(current.cacheDir, "docgate/site");
      serveInDevelopment(server, {
        address: `${baseOf(current.site.base)}/${folder}/`,
        out,
        write: () =>
          writeDocs(docsOf(current, null), { config: options.config, out, log: logOf(current) }),
      });
    },

    resolveId(source) {
      return options.searchBox !== false && THEME_SEARCH.test(source) ? SEARCH_BOX : undefined;
    },

    load(id) {
      if (id !== SEARCH_BOX || site === undefined) return undefined;
      return searchBox(`${baseOf(site.site.base)}/${folder}/`);
    },
  };
}

function docsOf(config: SiteConfig, built: string | null): SiteDocs {
  return {
    root: config.srcDir,
    project: config.root,
    site: settingsOf(config),
    built,
    cacheDir: join(config.cacheDir, "docgate/pages"),
  };
}

/** Returns what VitePress has evaluated: docgate itself reads the configuration as data. */
function settingsOf(config: SiteConfig): SiteDocs["site"] {
  const { site, srcDir, configPath, cleanUrls, sitemap, rewrites } = config;
  const base = baseOf(site.base);
  const moved = Object.entries(rewrites.map).map(
    ([path, page]) => [path, addressOf(page!, { base, cleanUrls })] as const,
  );
  return {
    name: site.title,
    ...(site.description && { description: site.description }),
    ...(sitemap && { siteUrl: new URL(sitemap.hostname).origin }),
    base,
    site: {
      generator: "vitepress",
      ...(configPath && { file: pathFrom(srcDir, configPath) }),
      suffix: cleanUrls ? "" : ".html",
      addresses: Object.fromEntries(moved),
    },
  };
}

/** Returns the address of a page by the path that a rewrite gives it. */
function addressOf(
  page: string,
  { base, cleanUrls }: { readonly base: string; readonly cleanUrls: boolean },
): string {
  const path = page.replace(/\.md$/, "");
  const isIndex = /(?:^|\/)index$/.test(path);
  return `${base}/${isIndex ? path.slice(0, -"index".length) : path + (cleanUrls ? "" : ".html")}`;
}

function logOf({ logger }: SiteConfig): SiteLog {
  return {
    info: (message) => logger.info(`docgate: ${message}`),
    warn: (message) => logger.warn(`docgate: ${message}`),
    error: (message) => logger.error(`docgate: ${message}`),
  };
}

/** Returns the component that takes the place of the theme's search. */
function searchBox(address: string): string {
  const script = join(packageFolder(), "dist/web/assets/search.js").split(sep).join("/");
  return `import ${JSON.stringify(script)};
import { h } from "vue";

const style = {
  "--docgate-search-accent": "var(--vp-c-brand-1)",
  "--docgate-search-background": "var(--vp-c-bg)",
  "--docgate-search-text": "var(--vp-c-text-1)",
  "--docgate-search-muted": "var(--vp-c-text-2)",
  "--docgate-search-line": "var(--vp-c-divider)",
};

export default {
  render: () =>
    h("div", { style: "flex-grow: 1; padding-inline-start: 1.5rem" }, [
      h("docgate-search", { static: ${JSON.stringify(address)}, style }),
    ]),
};
`;
}
