import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

export default defineConfig({
  integrations: [
    starlight({
      title: "Acme",
      locales: { root: { label: "English", lang: "en" }, de: { label: "Deutsch" } },
      sidebar: ["index", "guide/install"],
    }),
  ],
});
