import "./graph.css";
import { formatAddress, parseAddress } from "./address.ts";
import { loadGraph } from "./api.ts";
import { byId, count } from "./dom.ts";
import { createDrawing, type Drawing } from "./drawing.ts";
import { createLinkGraph, type LinkGraph } from "./link-graph.ts";
import { fillList } from "./list.ts";
import { hideNotice, showNotice } from "./notice.ts";
import { createPanel } from "./panel.ts";
import { createSearchBox } from "./search-box.ts";
import { setUpViews, showListOnly } from "./views.ts";
import { hasWebGl } from "./webgl.ts";

async function start(): Promise<void> {
  hideNotice();
  const counts = byId("counts");
  counts.textContent = "Loading the graph…";
  try {
    const graph = createLinkGraph(await loadGraph());
    byId("app").querySelector("h1")!.textContent = `${graph.name}: link graph`;
    counts.textContent = `${count(graph.pages.length, "page")}, ${count(graph.linkCount, "link")}`;
    if (graph.pages.length > 0) await show(graph);
    else showNotice("There are no pages yet. Once the documentation has some, they appear here.");
  } catch (error) {
    counts.textContent = "";
    showNotice(`Cannot load the graph. ${error}`, { retry: start });
  }
}

async function show(graph: LinkGraph): Promise<void> {
  const drawing: Drawing | null = null;
  const panel = createPanel({ root: byId("panel"), onSelect: goTo, onClose: () => goTo(null) });

  function goTo(id: string | null): void {
    const address = id === null ? window.location.pathname : formatAddress(id);
    if (id !== null || window.location.hash !== "") window.history.pushState(null, "", address);
    follow();
  }

  /** Selects what the address says. */
  function follow(): void {
    const id = parseAddress(window.location.hash);
    const page = id === null ? null : (graph.byId.get(id) ?? null);
    hideNotice();
    if (id !== null && !page) showNotice(`There is no page with the id “${id}”.`);
    if (page) panel.show(page);
    else panel.close();
    drawing?.select(page);
  }

  byId("stage").hidden = false;
  createSearchBox({ root: byId("search"), pages: graph.pages, onSelect: goTo });
  byId("search").hidden = false;
  fillList(byId("list"), graph);
  setUpViews();
  window.addEventListener("popstate", follow);
  follow();
  if (!hasWebGl()) {
    showListOnly();
    showNotice("This browser cannot draw the graph, as WebGL is missing or off. Here is the list.");
    return;
  }
}

byId("app").hidden = false;
start();
