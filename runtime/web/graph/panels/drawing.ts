import type { LinkGraph, Page } from "../data/link-graph.ts";
import { byId } from "../dom.ts";
import { runLayout } from "../layout/layout.ts";
import { createPlot } from "../layout/plot.ts";
import { createPicture } from "../paint/picture.ts";
import { onThemeChange } from "../paint/theme.ts";
import { createControls } from "./controls.ts";
import { createLegend, type Legend } from "./legend.ts";
import { createProgress } from "./progress.ts";

/** The graph view: the picture with its legend, its buttons and its layout. */
export interface Drawing {
  /** Selects a page and moves the camera there; null selects none. */
  select(page: Page | null): void;
  /** Highlights some pages and brings them into sight; null removes the highlight. */
  mark(pages: readonly Page[] | null): void;
}

interface Options {
  onSelect(id: string | null): void;
  /** Called if the layout cannot run, so that the pages stay where they were. */
  onLayoutFailure(): void;
  /** Called if nothing can be drawn. */
  onPaintFailure(): void;
}

/** Draws the graph and starts its layout. */
export function createDrawing(graph: LinkGraph, options: Options): Drawing {
  const container = byId("canvas");
  const plot = createPlot(graph, container.clientWidth);
  const { onSelect, onPaintFailure, onLayoutFailure } = options;
  const picture = createPicture(graph, { container, plot, onSelect, onFailure: onPaintFailure });
  const legend: Legend = createLegend({
    root: byId("legend") as HTMLDetailsElement,
    graph,
    onChange: (hidden) => picture.hideSections(hidden),
  });
  const progress = createProgress(byId("progress"));
  let selected: Page | null = null;
  let marked: readonly Page[] | null = null;

  createControls({ graph, picture });
  onThemeChange(() => picture.repaint());
  container.dataset.layout = "running";
  runLayout(plot, {
    onStep({ positions, share, isLast }) {
      picture.move(positions);
      progress.show(share);
      if (!isLast) return;
      container.dataset.layout = "done";
      if (selected) picture.approach(selected);
      else if (marked) picture.showPages(marked);
    },
    onFailure() {
      progress.end();
      onLayoutFailure();
    },
  });

  return {
    mark(pages) {
      marked = pages;
      picture.mark(pages);
      if (pages) picture.showPages(pages);
    },
    select(page) {
      selected = page;
      picture.select(page);
      if (!page) return;
      legend.reveal(page.section);
      picture.approach(page);
    },
  };
}
