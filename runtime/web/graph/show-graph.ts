import { formatAddress, parseAddress } from "./address.ts";
import { byId } from "./dom.ts";
import { createDrawing, type Drawing } from "./drawing.ts";
import type { LinkGraph, Page } from "./link-graph.ts";
import { fillList } from "./list.ts";
import { hideNotice, reasonOf, showNotice } from "./notice.ts";
import { createPanel } from "./panel.ts";
import { createSearchBox } from "./search-box.ts";
import { setUpViews, showListOnly } from "./views.ts";
import { hasWebGl } from "./webgl.ts";

/** Shows the graph in all its views. The address says which page is selected, and nothing else does. */
export function showGraph(graph: LinkGraph): void {
  const panel = createPanel({ root: byId("panel"), onSelect: goTo, onClose: () => goTo(null) });
  let drawing: Drawing | null = null;

  function goTo(id: string | null): void {
    const { hash, pathname, search } = window.location;
    const target = id === null ? "" : formatAddress(id);
    if (target !== hash) window.history.pushState(null, "", pathname + search + target);
    followAddress();
  }

  function followAddress(): void {
    const id = parseAddress(window.location.hash);
    const page = selectedPage(graph);
    hideNotice();
    if (id !== null && !page) showNotice(`There is no page with the id “${id}”.`);
    if (page) panel.show(page);
    else panel.close();
    drawing?.select(page);
  }

  async function draw(): Promise<void> {
    const onLayoutFailure = () => showNotice("Cannot lay the graph out: its worker did not start.");
    try {
      drawing = await createDrawing(graph, { onSelect: goTo, onLayoutFailure });
      drawing.select(selectedPage(graph));
    } catch (error) {
      showListOnly(`Cannot draw the graph. ${reasonOf(error)}`);
    }
  }

  byId("stage").hidden = false;
  createSearchBox({ root: byId("search"), pages: graph.pages, onSelect: goTo });
  fillList(byId("pages"), graph);
  setUpViews();
  window.addEventListener("hashchange", followAddress);
  followAddress();
  if (hasWebGl()) draw();
  else showListOnly("This browser cannot draw the graph: WebGL is missing or off.");
}

function selectedPage({ byId: pages }: LinkGraph): Page | null {
  const id = parseAddress(window.location.hash);
  return id === null ? null : (pages.get(id) ?? null);
}
