import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

export default defineConfig({
  site: "https://docs.example",
  base: "/base",
  redirects: { "/old": "/base/guides/first/", "/older/[...slug]": "/[...slug]" },
  integrations: [
    starlight({
      title: "Every feature",
      pagefind: false,
      defaultLocale: "root",
      locales: {
        root: { label: "English", lang: "en" },
        de: { label: "Deutsch", lang: "de" },
      },
      sidebar: [
        "guides/first",
        {
          label: "Guides",
          translations: { de: "Anleitungen" },
          items: [{ autogenerate: { directory: "guides" } }],
        },
        { label: "Reference", items: [{ slug: "reference/links", label: "All links" }] },
      ],
    }),
  ],
});
