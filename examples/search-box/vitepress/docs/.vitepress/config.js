import { defineConfig } from "vitepress";

export default defineConfig({
  title: "Harbour Bikes",
  // Addresses as docgate knows them with `base: ""`: /guide/install instead of /guide/install.html.
  cleanUrls: true,
  markdown: {
    // Anchors by the rule of docgate. VitePress has its own: "What's new?" would be #what-s-new.
    anchor: { slugify: (text) => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, "-") },
  },
});
