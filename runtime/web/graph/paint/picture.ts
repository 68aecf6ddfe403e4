import type { Point, Size } from "../camera/camera.ts";
import { type CameraControl, createCameraControl } from "../camera/camera-control.ts";
import { type Focus, focusOnPage, focusOnPages, reachOf } from "../camera/focus.ts";
import { listenToGestures } from "../camera/gestures.ts";
import type { LinkGraph, Page } from "../data/link-graph.ts";
import { startPositions } from "../layout/layout.ts";
import type { Plot } from "../layout/plot.ts";
import { FADED } from "./focus-parts.ts";
import { findPage } from "./hit-test.ts";
import { createOverlay } from "./overlay.ts";
import { paintForeground } from "./paint-focus.ts";
import { createPainter } from "./painter.ts";
import { growthAt, type Scene } from "./scene.ts";
import type { Snapshot } from "./snapshot.ts";
import { readPalette } from "./theme.ts";
import { chooseTitles } from "./titles.ts";

/** The drawing of the graph. */
export interface Picture {
  readonly camera: Pick<CameraControl, "panBySteps" | "zoomIn" | "zoomOut" | "showAll">;
  /** Moves all pages: x and y of each in turn. */
  move(positions: Float32Array<ArrayBuffer>): void;
  /** Marks a page and its neighbours; null marks none. */
  select(page: Page | null): void;
  /** Lets some pages stand out while none is selected; null lets all be alike. */
  mark(pages: readonly Page[] | null): void;
  /** Moves the camera to a page. */
  approach(page: Page): void;
  hideSections(names: ReadonlySet<string>): void;
  /** Reads the colours anew. */
  repaint(): void;
  snapshot(): Snapshot;
}

interface Options {
  readonly container: HTMLElement;
  readonly plot: Plot;
  /** Told of the page that is pressed; null for a press beside all. */
  onSelect(id: string | null): void;
  /** Told when the worker that paints cannot run. */
  onFailure(): void;
}

/** Draws the graph into an element, which must have a size. */
export function createPicture({ pages, sections }: LinkGraph, options: Options): Picture {
  const { container, plot, onSelect, onFailure } = options;
  const placeOf = new Map(pages.map((page, index) => [page, index]));
  const titles = pages.map(({ title }) => title);
  const ranked = rankPages(plot);
  let positions = startPositions(pages.length);
  let size = sizeOf(container);
  let palette = readPalette(sections.length);
  let hidden: ReadonlySet<number> = new Set();
  const focuses: Record<"hovered" | "selected" | "marked", Focus | null> = {
    hovered: null,
    selected: null,
    marked: null,
  };
  let frame = 0;

  const onMove = () => show({ isCameraOnly: true });
  const control = createCameraControl({ positions, size, onMove });
  const overlay = createOverlay(container, () => show({ isCameraOnly: false }));
  const painter = createPainter({ root: container, plot, onFailure });

  function sceneNow(): Scene {
    const { camera, whole } = control;
    const growth = growthAt(camera.scale, whole.scale);
    return { plot, positions, camera, size, growth, hidden };
  }

  function show({ isCameraOnly }: { isCameraOnly: boolean }): void {
    const { camera, growth } = sceneNow();
    painter.show({ camera, size, growth, hidden, palette }, { isCameraOnly });
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(drawOverlay);
  }

  function snapshot(): Snapshot {
    const scene = sceneNow();
    const focus = focuses.hovered ?? focuses.selected ?? focuses.marked;
    const center = focus?.center ?? null;
    const shownTitles = chooseTitles(scene, focus, { titles, ranked });
    const markedTitle = center === null ? "" : titles[center]!;
    return { scene, palette, focus, titles: shownTitles, markedTitle };
  }

  function drawOverlay(): void {
    const shown = snapshot();
    container.style.setProperty("--shown", shown.focus ? `${FADED}` : "1");
    overlay.draw(size, (context) => paintForeground(context, shown));
  }

  function setFocus(name: keyof typeof focuses, focus: Focus | null): void {
    focuses[name] = focus;
    drawOverlay();
  }

  function hover(at: Point | null): void {
    const page = at && findPage(sceneNow(), at);
    if (page === (focuses.hovered?.center ?? null)) return;
    container.style.cursor = page === null ? "" : "pointer";
    setFocus("hovered", page === null ? null : focusOnPage(plot, page));
  }

  function press(at: Point): void {
    const page = findPage(sceneNow(), at);
    onSelect(page === null ? null : pages[page]!.id);
  }

  function resize(): void {
    const next = sizeOf(container);
    // The list view takes the picture off the screen.
    if (next.width === 0 || (next.width === size.width && next.height === size.height)) return;
    size = next;
    control.fit(positions, size);
    show({ isCameraOnly: false });
  }

  listenToGestures(container, {
    onPan: control.pan,
    onZoom: control.zoom,
    onPoint: hover,
    onPress: press,
    onDoublePress: control.zoomIn,
  });
  new ResizeObserver(resize).observe(container);
  painter.move(positions);
  show({ isCameraOnly: false });

  return {
    camera: control,
    move(next) {
      positions = next;
      painter.move(positions);
      control.fit(positions, size);
      show({ isCameraOnly: false });
    },
    select: (page) => setFocus("selected", page && focusOnPage(plot, placeOf.get(page)!)),
    mark(marked) {
      const places = marked?.map((page) => placeOf.get(page)!);
      setFocus("marked", places ? focusOnPages(places) : null);
    },
    approach(page) {
      const center = placeOf.get(page)!;
      const point = { x: positions[2 * center]!, y: positions[2 * center + 1]! };
      control.approach(point, reachOf(focusOnPage(plot, center), point, positions));
    },
    hideSections(names) {
      hidden = new Set(sections.flatMap(({ name }, index) => (names.has(name) ? index : [])));
      show({ isCameraOnly: false });
    },
    repaint() {
      palette = readPalette(sections.length);
      show({ isCameraOnly: false });
    },
    snapshot,
  };
}

/** Places of all pages, the most linked first. */
function rankPages({ radii }: Plot): number[] {
  return Array.from(radii.keys()).sort((a, b) => radii[b]! - radii[a]! || a - b);
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): Size {
  return { width: clientWidth, height: clientHeight };
}
