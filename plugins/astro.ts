/**
 * The exports of `docgate/astro`: a plugin for Starlight, the documentation theme of Astro. Nothing
 * inside docgate imports this file.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DevServer, serveInDevelopment } from "./dev-server.ts";
import { baseOf, folderIn, type PluginOptions } from "./options.ts";
import { packageFolder } from "./package-folder.ts";
import type { SiteLog } from "./site-log.ts";
import { type SiteDocs, writeDocs } from "./write-docs.ts";

export type { PluginOptions };

/** A plugin of Starlight, as far as it is used. */
export interface StarlightPlugin {
  readonly name: string;
  readonly hooks: { "config:setup"(setup: StarlightSetup): void };
}

/** The arguments of the hook of a plugin of Starlight. */
export interface StarlightSetup {
  readonly config: {
    readonly title?: unknown;
    readonly description?: unknown;
    readonly components?: Readonly<Record<string, string>> | undefined;
  };
  readonly astroConfig: AstroConfig;
  readonly logger: SiteLog;
  updateConfig(config: Record<string, unknown>): void;
  addIntegration(integration: AstroIntegration): void;
}

/** The configuration of Astro, as far as it is used. */
export interface AstroConfig {
  readonly root: URL;
  readonly srcDir: URL;
  readonly cacheDir: URL;
  readonly base: string;
  readonly site?: string | undefined;
}

/** An integration of Astro, as far as it is used. */
export interface AstroIntegration {
  readonly name: string;
  readonly hooks: {
    "astro:config:setup"(setup: { updateConfig(config: object): unknown }): void;
    "astro:build:done"(build: { readonly dir: URL }): Promise<void>;
  };
}

/** The module that the search box has its address from. */
const ADDRESS = "virtual:docgate/address";

/**
 * Builds the corpus of a Starlight site with the site, and gives it docgate's search box.
 *
 * @example
 * import starlight from "@astrojs/starlight";
 * import { defineConfig } from "astro/config";
 * import { docgate } from "docgate/astro";
 *
 * export default defineConfig({ integrations: [starlight({ title: "Acme", plugins: [docgate()] })] });
 */
export function docgate(options: PluginOptions = {}): StarlightPlugin {
  return {
    name: "docgate",
    hooks: {
      "config:setup"({ config, astroConfig, logger, updateConfig, addIntegration }) {
        if (options.searchBox !== false) {
          const Search = join(packageFolder(), "plugins/astro/Search.astro");
          updateConfig({ pagefind: false, components: { ...config.components, Search } });
        }
        addIntegration(integrationOf({ config, astroConfig, logger, options }));
      },
    },
  };
}

interface IntegrationOptions extends Pick<StarlightSetup, "config" | "astroConfig" | "logger"> {
  readonly options: PluginOptions;
}

function integrationOf({
  config,
  astroConfig,
  logger,
  options,
}: IntegrationOptions): AstroIntegration {
  const folder = folderIn(options);
  const address = `${baseOf(astroConfig.base)}/${folder}/`;
  const docs = docsOf(config, astroConfig);
  const write = (out: string, built: string | null) =>
    writeDocs({ ...docs, built }, { config: options.config, out, log: logger });
  const vitePlugin = {
    name: "docgate",
    resolveId: (id: string) => (id === ADDRESS ? `\0${ADDRESS}` : undefined),
    load: (id: string) =>
      id === `\0${ADDRESS}` ? `export default ${JSON.stringify(address)};` : undefined,
    configureServer(server: DevServer) {
      const out = fileURLToPath(new URL("docgate/site", astroConfig.cacheDir));
      serveInDevelopment(server, { address, out, write: () => write(out, null) });
    },
  };
  return {
    name: "docgate",
    hooks: {
      "astro:config:setup": ({ updateConfig }) =>
        void updateConfig({ vite: { plugins: [vitePlugin] } }),
      "astro:build:done": ({ dir }) => {
        const built = fileURLToPath(dir);
        return write(join(built, folder), built);
      },
    },
  };
}

function docsOf(
  { title, description }: StarlightSetup["config"],
  { root, srcDir, cacheDir, base, site }: AstroConfig,
): Omit<SiteDocs, "built"> {
  const name = nameIn(title);
  const settings: SiteDocs["site"] = {
    ...(name !== undefined && { name }),
    ...(typeof description === "string" && { description }),
    ...(site !== undefined && { siteUrl: new URL(site).origin }),
    base: baseOf(base),
    site: "starlight",
  };
  return {
    root: fileURLToPath(new URL("content/docs", srcDir)),
    project: fileURLToPath(root),
    site: settings,
    cacheDir: fileURLToPath(new URL("docgate/pages", cacheDir)),
  };
}

/** Returns the title of a site: its only one, or that of its first language. */
function nameIn(title: unknown): string | undefined {
  if (typeof title === "string") return title;
  const [first] = Object.values(title ?? {});
  return typeof first === "string" ? first : undefined;
}
