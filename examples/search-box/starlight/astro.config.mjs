import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

export default defineConfig({
  integrations: [
    starlight({
      title: "Harbour Bikes",
      components: { Search: "./src/components/Search.astro" },
      // Starlight's own search is no longer needed.
      pagefind: false,
    }),
  ],
});
