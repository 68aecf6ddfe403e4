import { byId } from "./dom.ts";
import { runLayout } from "./layout.ts";
import { createLegend, type Legend } from "./legend.ts";
import type { LinkGraph, Page } from "./link-graph.ts";
import { onThemeChange } from "./theme.ts";

/** The graph view: the picture with its legend, its buttons and its layout. */
export interface Drawing {
  /** Marks a page and moves the camera there; null marks none. */
  select(page: Page | null): void;
}

interface Options {
  onSelect(id: string | null): void;
  /** Told when the pages stay where they were because the layout cannot run. */
  onLayoutFailure(): void;
}

/**
 * Draws the graph and starts its layout.
 *
 * @throws {Error} When the code for drawing cannot be loaded, or there is no WebGL.
 */
export async function createDrawing(
  graph: LinkGraph,
  { onSelect, onLayoutFailure }: Options,
): Promise<Drawing> {
  // Sigma cannot even be loaded where there is no WebGL.
  const { createPicture } = await import("./picture.ts");
  const canvas = byId("canvas");
  const picture = createPicture(graph, { container: canvas, onSelect });
  const legend: Legend = createLegend({
    root: byId("legend") as HTMLDetailsElement,
    graph,
    onChange: (hidden) => picture.hideSections(hidden),
  });
  let selected: Page | null = null;

  setUpZoom([picture.zoomIn, picture.zoomOut, picture.showAll]);
  onThemeChange(() => picture.repaint());
  canvas.dataset.layout = "running";
  runLayout(graph, {
    onStep({ positions, isLast }) {
      picture.move(positions);
      if (!isLast) return;
      canvas.dataset.layout = "done";
      if (selected) picture.focus(selected.id);
    },
    onFailure: onLayoutFailure,
  });

  return {
    select(page) {
      selected = page;
      picture.select(page?.id ?? null);
      if (!page) return;
      legend.reveal(page.section);
      picture.focus(page.id);
    },
  };
}

function setUpZoom(actions: (() => void)[]): void {
  for (const [index, button] of byId("zoom").querySelectorAll("button").entries()) {
    button.onclick = actions[index]!;
  }
}
