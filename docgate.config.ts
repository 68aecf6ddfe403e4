import { defineConfig } from "./define-config.ts";

/** Of docgate's own documentation. */
export default defineConfig({
  name: "docgate",
  description:
    "The documentation of docgate: a Markdown tree becomes one frozen corpus file, served as a " +
    "read-only GraphQL API.",
});
