import "./graph.css";
import { setUpSkipLink } from "../theme/skip-link.ts";
import { loadGraph } from "./data/api.ts";
import { createLinkGraph } from "./data/link-graph.ts";
import { byId, count } from "./dom.ts";
import { hideNotice, reasonOf, showNotice } from "./panels/notice.ts";
import { showGraph } from "./show-graph.ts";

/** Loads the graph and shows it, or explains why it cannot be shown. */
async function start(): Promise<void> {
  const counts = byId("counts");
  hideNotice();
  counts.textContent = "Loading the graph…";
  try {
    const graph = createLinkGraph(await loadGraph());
    byId("app").querySelector("h1")!.textContent = `${graph.name}: link graph`;
    counts.textContent = `${count(graph.pages.length, "page")}, ${count(graph.linkCount, "link")}`;
    if (graph.pages.length > 0) showGraph(graph);
    else showNotice("There are no pages yet. Once the documentation has some, they appear here.");
  } catch (error) {
    counts.textContent = "";
    showNotice(`Cannot load the graph. ${reasonOf(error)}`, { retry: start });
  }
}

byId("app").hidden = false;
setUpSkipLink();
start();
