import { usePluginData } from "@docusaurus/useGlobalData";
import { createElement } from "react";
import "../../../dist/web/assets/search.js";

const STYLE = {
  "--docgate-search-accent": "var(--ifm-color-primary)",
  "--docgate-search-background": "var(--ifm-background-surface-color)",
  "--docgate-search-text": "var(--ifm-font-color-base)",
  "--docgate-search-muted": "var(--ifm-color-emphasis-700)",
  "--docgate-search-line": "var(--ifm-color-emphasis-300)",
};

/** The search of the navigation bar: docgate's box in the place of the theme's. */
export default function SearchBar() {
  const { address } = usePluginData("docgate");
  return address === null
    ? null
    : createElement("docgate-search", { static: address, style: STYLE });
}
