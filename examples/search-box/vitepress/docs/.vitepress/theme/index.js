import "docgate/search-box";
import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import "./search.css";

const search = () => h("docgate-search", { src: "http://127.0.0.1:8080", index: "folder" });

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "nav-bar-content-before": search }),
};
