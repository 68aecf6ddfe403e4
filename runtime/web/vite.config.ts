import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;

/**
 * Builds the browser pages into `dist/web`: one HTML file each, and their files under `assets/`.
 */
export default defineConfig({
  root,
  // Addresses relative to the page, so that the server may have a path prefix.
  base: "./",
  plugins: [chunkUrl(), nameHistoryEntries()],
  resolve: {
    alias: [
      {
        find: /^(monaco-graphql\/esm|\.)\/monaco-editor(\.js)?$/,
        replacement: join(root, "explorer/lean/monaco.ts"),
      },
      {
        find: /^.*\/(diffEditorWidget|multiDiffEditorWidget|linesDiffComputers)\.js$/,
        replacement: join(root, "explorer/lean/no-diff.ts"),
      },
      { find: "framer-motion", replacement: join(root, "explorer/lean/fixed-tabs.tsx") },
    ],
  },
  build: {
    outDir: join(root, "../../dist/web"),
    emptyOutDir: true,
    // Separate files instead of data: addresses, which the pages' policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: {
        admin: join(root, "admin.html"),
        explorer: join(root, "explorer.html"),
        graph: join(root, "graph.html"),
        home: join(root, "home.html"),
        partner: join(root, "partner.html"),
        reader: join(root, "reader.html"),
        reference: join(root, "reference.html"),
      },
      checks: { moduleLevelDirective: false },
    },
  },
});

/**
 * Makes `import url from "x?chunk-url"` return the address of module `x`, emitted as a chunk of
 * this same build. Meant for workers: unlike Vite's `?worker`, which bundles each worker
 * separately, a worker started from such an address shares its modules with the page and with other
 * workers.
 */
function chunkUrl(): Plugin {
  const suffix = "?chunk-url";
  const prefix = "\0chunk-url:";
  return {
    name: "chunk-url",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!source.endsWith(suffix)) return null;
      const resolved = await this.resolve(source.slice(0, -suffix.length), importer);
      return resolved && prefix + resolved.id;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const reference = this.emitFile({ type: "chunk", id: id.slice(prefix.length) });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}

/**
 * Removes a label from GraphiQL's history: with it, screen readers announce "Set active" for each
 * entry. Without it, each entry is named by its visible text (WCAG 2.2, 2.5.3).
 */
function nameHistoryEntries(): Plugin {
  const label = '"aria-label": "Set active", ';
  return {
    name: "name-history-entries",
    transform: {
      filter: { id: /plugin-history\/dist\/components\.js/ },
      handler(code) {
        if (!code.includes(label)) this.error(`Expected ${label} in GraphiQL's history`);
        return { code: code.replace(label, ""), map: null };
      },
    },
  };
}
