const path = require("node:path");

/** @type {import('@docusaurus/types').Config} */
module.exports = {
  title: "Every feature",
  url: "https://docs.example",
  baseUrl: "/repository/",
  onBrokenLinks: "warn",
  onBrokenAnchors: "warn",
  markdown: { hooks: { onBrokenMarkdownLinks: "warn" } },
  i18n: { defaultLocale: "en", locales: ["en", "fr"] },
  presets: [
    [
      "classic",
      {
        docs: { sidebarPath: path.resolve(__dirname, "sidebars.js") },
        blog: { onUntruncatedBlogPosts: "ignore", onInlineAuthors: "ignore" },
      },
    ],
  ],
  plugins: [
    [
      "@docusaurus/plugin-content-docs",
      { id: "community", path: "community", routeBasePath: "community", sidebarPath: false },
    ],
    [
      "@docusaurus/plugin-client-redirects",
      { redirects: [{ from: ["/docs/old", "/docs/older"], to: "/docs/intro" }] },
    ],
  ],
};
