export default defineNuxtConfig({
  modules: ["@nuxt/content"],
  routeRules: { "/old": { redirect: "/guide/install" } },
  content: { experimental: { sqliteConnector: "native" } },
  compatibilityDate: "2026-01-01",
  telemetry: false,
});
