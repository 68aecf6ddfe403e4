import type { Point, Size } from "../camera/camera.ts";
import { type CameraControl, createCameraControl } from "../camera/camera-control.ts";
import { type Focus, focusOnPage, focusOnPages, reachOf } from "../camera/focus.ts";
import { listenToGestures } from "../camera/gestures.ts";
import type { LinkGraph, Page } from "../data/link-graph.ts";
import { startPositions } from "../layout/layout.ts";
import type { Plot } from "../layout/plot.ts";
import { asTitle, chooseCaptions } from "./captions.ts";
import { FADED } from "./focus-parts.ts";
import { findPage } from "./hit-test.ts";
import { createOverlay, type Overlay } from "./overlay.ts";
import { paintForeground } from "./paint-focus.ts";
import { createPainter, type Painter } from "./painter.ts";
import type { Palette } from "./palette.ts";
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
  /** Highlights some pages while none is selected; null removes the highlight. */
  mark(pages: readonly Page[] | null): void;
  /** Moves the camera to a page. */
  approach(page: Page): void;
  /** Moves the camera so that all these pages are in sight. */
  showPages(pages: readonly Page[]): void;
  hideSections(names: ReadonlySet<string>): void;
  /** Reads the colours again. */
  repaint(): void;
  snapshot(): Snapshot;
}

interface Options {
  readonly container: HTMLElement;
  readonly plot: Plot;
  /** Called with the page that was pressed; null for a press outside any page. */
  onSelect(id: string | null): void;
  /** Called if the worker that paints cannot run. */
  onFailure(): void;
}

/** Draws the graph into an element, which must have a size. */
export function createPicture(graph: LinkGraph, options: Options): Picture {
  return new GraphPicture(graph, options);
}

type FocusName = "hovered" | "selected" | "marked";

class GraphPicture implements Picture {
  readonly camera: CameraControl;
  readonly #graph: LinkGraph;
  readonly #options: Options;
  readonly #placeOf: ReadonlyMap<Page, number>;
  readonly #titles: readonly string[];
  readonly #ranked: readonly number[];
  readonly #sectionNames: readonly string[];
  readonly #overlay: Overlay;
  readonly #painter: Painter;
  readonly #focuses: Record<FocusName, Focus | null> = {
    hovered: null,
    selected: null,
    marked: null,
  };
  #positions: Float32Array<ArrayBuffer>;
  #size: Size;
  #palette: Palette;
  #hidden: ReadonlySet<number> = new Set();
  #frame = 0;

  constructor(graph: LinkGraph, options: Options) {
    const { pages, sections } = graph;
    const { container, plot, onFailure } = options;
    this.#graph = graph;
    this.#options = options;
    this.#placeOf = new Map(pages.map((page, index) => [page, index]));
    this.#titles = pages.map(({ title }) => title);
    this.#ranked = rankPages(plot);
    this.#sectionNames = sections.map(({ name }) => name);
    this.#positions = startPositions(pages.length);
    this.#size = sizeOf(container);
    this.#palette = readPalette(sections.length);
    this.camera = createCameraControl({
      positions: this.#positions,
      size: this.#size,
      onMove: () => this.#show({ isCameraOnly: true }),
    });
    this.#overlay = createOverlay(container, () => this.#show({ isCameraOnly: false }));
    this.#painter = createPainter({ root: container, plot, onFailure });
    listenToGestures(container, {
      onPan: this.camera.pan,
      onZoom: this.camera.zoom,
      onPoint: (at) => this.#hover(at),
      onPress: (at) => this.#press(at),
      onDoublePress: this.camera.zoomIn,
    });
    new ResizeObserver(() => this.#resize()).observe(container);
    this.#painter.move(this.#positions);
    this.#show({ isCameraOnly: false });
  }

  move(positions: Float32Array<ArrayBuffer>): void {
    this.#positions = positions;
    this.#painter.move(positions);
    this.camera.fit(positions, this.#size);
    this.#show({ isCameraOnly: false });
  }

  select(page: Page | null): void {
    const { plot } = this.#options;
    this.#setFocus("selected", page && focusOnPage(plot, this.#placeOf.get(page)!));
  }

  mark(pages: readonly Page[] | null): void {
    const places = pages?.map((page) => this.#placeOf.get(page)!);
    this.#setFocus("marked", places ? focusOnPages(places) : null);
  }

  approach(page: Page): void {
    const positions = this.#positions;
    const center = this.#placeOf.get(page)!;
    const point = { x: positions[2 * center]!, y: positions[2 * center + 1]! };
    const focus = focusOnPage(this.#options.plot, center);
    this.camera.approach(point, reachOf(focus, point, positions));
  }

  showPages(pages: readonly Page[]): void {
    const places = pages.map((page) => this.#placeOf.get(page)!);
    const points = places.flatMap((place) => [...this.#positions.slice(2 * place, 2 * place + 2)]);
    if (points.length > 0) this.camera.showPoints(Float32Array.from(points));
  }

  hideSections(names: ReadonlySet<string>): void {
    const { sections } = this.#graph;
    this.#hidden = new Set(sections.flatMap(({ name }, index) => (names.has(name) ? index : [])));
    this.#show({ isCameraOnly: false });
  }

  repaint(): void {
    this.#palette = readPalette(this.#graph.sections.length);
    this.#show({ isCameraOnly: false });
  }

  snapshot(): Snapshot {
    const scene = this.#scene();
    const { hovered, selected, marked } = this.#focuses;
    const focus = hovered ?? selected ?? marked;
    const center = focus?.center ?? null;
    const captions = focus ? [] : chooseCaptions(scene, this.#sectionNames);
    const texts = { titles: this.#titles, ranked: this.#ranked, taken: captions.map(asTitle) };
    const titles = chooseTitles(scene, focus, texts);
    const markedTitle = center === null ? "" : this.#titles[center]!;
    return { scene, palette: this.#palette, focus, titles, captions, markedTitle };
  }

  #scene(): Scene {
    const { camera, whole } = this.camera;
    return {
      plot: this.#options.plot,
      positions: this.#positions,
      camera,
      size: this.#size,
      growth: growthAt(camera.scale, whole.scale),
      hidden: this.#hidden,
    };
  }

  #show({ isCameraOnly }: { readonly isCameraOnly: boolean }): void {
    const { camera, size, growth, hidden } = this.#scene();
    const palette = this.#palette;
    this.#painter.show({ camera, size, growth, hidden, palette }, { isCameraOnly });
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#drawOverlay());
  }

  #drawOverlay(): void {
    const shown = this.snapshot();
    this.#options.container.style.setProperty("--shown", shown.focus ? `${FADED}` : "1");
    this.#overlay.draw(this.#size, (context) => paintForeground(context, shown));
  }

  #setFocus(name: FocusName, focus: Focus | null): void {
    this.#focuses[name] = focus;
    this.#drawOverlay();
  }

  #hover(at: Point | null): void {
    const { container, plot } = this.#options;
    const page = at && findPage(this.#scene(), at);
    if (page === (this.#focuses.hovered?.center ?? null)) return;
    container.style.cursor = page === null ? "" : "pointer";
    this.#setFocus("hovered", page === null ? null : focusOnPage(plot, page));
  }

  #press(at: Point): void {
    const page = findPage(this.#scene(), at);
    this.#options.onSelect(page === null ? null : this.#graph.pages[page]!.id);
  }

  #resize(): void {
    const next = sizeOf(this.#options.container);
    const { width, height } = this.#size;
    // The list view hides the picture, which then has no size.
    if (next.width === 0 || (next.width === width && next.height === height)) return;
    this.#size = next;
    this.camera.fit(this.#positions, next);
    this.#show({ isCameraOnly: false });
  }
}

/** Returns the indices of all pages, the most linked first. */
function rankPages({ radii }: Plot): number[] {
  return Array.from(radii.keys()).sort((a, b) => radii[b]! - radii[a]! || a - b);
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): Size {
  return { width: clientWidth, height: clientHeight };
}
