import { join } from "node:path";
import { defineConfig } from "vite";

const folder = import.meta.dirname;

/**
 * Builds the search box into one file with a stable name, `dist/web/assets/search.js`: other sites
 * load it from there, and the package exports it.
 */
export default defineConfig({
  root: folder,
  build: {
    outDir: join(folder, "../../../dist/web/assets"),
    emptyOutDir: false,
    reportCompressedSize: false,
    // Browsers that know light-dark(), which Vite would replace by properties of a root element.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    lib: { entry: "search-box.ts", formats: ["es"], fileName: () => "search.js" },
  },
});
