import { defineConfig } from "vitepress";

export default defineConfig({
  title: "Site",
  base: "/project/",
  srcExclude: ["**/parts/**"],
  rewrites: { "packages/:pkg/src/:page": ":pkg/:page" },
  themeConfig: {
    sidebar: {
      "/guide/": {
        base: "/guide/",
        items: [{ text: "Guide", items: [{ text: "Syntax", link: "syntax" }, { text: "Code", link: "code.md" }] }],
      },
    },
  },
});
