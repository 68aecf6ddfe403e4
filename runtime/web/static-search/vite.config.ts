import { join } from "node:path";
import { defineConfig } from "vite";

const root = join(import.meta.dirname, "../../..");

/** Builds the search over the static form into one file, which `docgate export` copies. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: join(root, "dist/web/static"),
    emptyOutDir: false,
    reportCompressedSize: false,
    lib: {
      entry: join(root, "corpus/static/static-search.ts"),
      formats: ["es"],
      fileName: () => "search.js",
    },
  },
});
