/**
 * Lets Node.js find `docgate/partner` in the sources, where the example partner of a checkout has no
 * installed package. Deno finds it by deno.json.
 */
import { registerHooks } from "node:module";

const PARTNER = new URL("../../runtime/partner-client/exports.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier === "docgate/partner" ? PARTNER : specifier, context),
});
