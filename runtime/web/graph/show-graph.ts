import { formatSelection, parseSelection, type Selection } from "./data/address.ts";
import type { LinkGraph } from "./data/link-graph.ts";
import { createPageList } from "./data/page-lists.ts";
import { byId } from "./dom.ts";
import { canDraw } from "./panels/can-draw.ts";
import { createDrawing, type Drawing } from "./panels/drawing.ts";
import { fillList } from "./panels/list.ts";
import { createListButtons } from "./panels/list-buttons.ts";
import { createListContent } from "./panels/list-panel.ts";
import { hideNotice, showNotice } from "./panels/notice.ts";
import { createPageContent } from "./panels/page-panel.ts";
import { createPanel } from "./panels/panel.ts";
import { createSearchBox } from "./panels/search-box.ts";
import { setUpViews, showListOnly } from "./panels/views.ts";

const NOTHING: Selection = { id: null, list: null };

/** Shows the graph in all its views. The selection is in the address, and nowhere else. */
export function showGraph(graph: LinkGraph): void {
  const panel = createPanel({ root: byId("panel"), onClose: () => goTo(NOTHING) });
  const lists = createListButtons(byId("lists"), {
    graph,
    onSelect: (list) => goTo({ id: null, list }),
  });
  let drawing: Drawing | null = null;

  function goTo(selection: Selection): void {
    const { pathname, search, hash } = window.location;
    const target = formatSelection(selection, window.location);
    if (target !== pathname + search + hash) window.history.pushState(null, "", target);
    followAddress();
  }

  function goToPage(id: string): void {
    goTo({ id, list: null });
  }

  function followAddress(): void {
    const { id, list } = parseSelection(window.location);
    const page = id === null ? null : (graph.byId.get(id) ?? null);
    const pages = list !== null && !page ? createPageList(graph, list) : null;
    hideNotice();
    if (id !== null && !page) showNotice(`There is no page with the id “${id}”.`);
    if (page) panel.show(page.title, createPageContent(page, goToPage));
    else if (pages) panel.show(pages.title, createListContent(pages, goToPage));
    else panel.close();
    lists.mark(pages && list);
    drawing?.mark(pages?.pages ?? null);
    drawing?.select(page);
  }

  function draw(): Drawing {
    return createDrawing(graph, {
      onSelect: (id) => goTo({ id, list: null }),
      onLayoutFailure: () => showNotice("Cannot arrange the pages: the worker for it has failed."),
      onPaintFailure: () => showListOnly("Cannot draw the graph: the worker for it has failed."),
    });
  }

  byId("stage").hidden = false;
  createSearchBox({ root: byId("search"), pages: graph.pages, onSelect: goToPage });
  setUpViews(() => fillList(byId("pages"), graph));
  window.addEventListener("popstate", followAddress);
  if (canDraw()) drawing = draw();
  else showListOnly("This browser cannot draw the graph: it lacks a canvas in workers.");
  followAddress();
}
