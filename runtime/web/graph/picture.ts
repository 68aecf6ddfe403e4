import Graph from "graphology";
import Sigma from "sigma";
import { createEdgeArrowProgram } from "sigma/rendering";
import type { EdgeDisplayData, NodeDisplayData } from "sigma/types";
import { createLabels } from "./labels.ts";
import { startPositions } from "./layout.ts";
import type { LinkGraph } from "./link-graph.ts";
import { readTheme } from "./theme.ts";

/** Radius in pixels of a page without inbound links, and what the most linked page has more. */
const SIZE = { least: 4, range: 12 };
/** Width in pixels of the picture below which pages are drawn smaller. */
const NARROW = 600;
/** Inbound links below which the most linked page does not get the full size. */
const FULL_SIZE_LINKS = 16;
/** Titles of neighbours shown when a page is looked at; more would cover one another. */
const MAX_NEIGHBOUR_TITLES = 16;
/** How near the camera comes to a selected page; 1 shows the whole graph. */
const FOCUS_RATIO = 0.45;
/** Thickness in pixels of links, and of those of the page that is looked at. */
const EDGE = { plain: 1.3, marked: 2.5 };
/** In thicknesses of the link. */
const ARROW_HEAD = { lengthToThicknessRatio: 4, widenessToThicknessRatio: 3 };
const CAMERA_MS = 400;

interface NodeAttributes {
  x: number;
  y: number;
  size: number;
  label: string;
  section: string;
}

/** The drawing of the graph. */
export interface Picture {
  /** Moves all pages: x and y of each in turn. */
  move(positions: Float32Array): void;
  /** Marks a page and its neighbours; null marks none. */
  select(id: string | null): void;
  /** Moves the camera to a page. */
  focus(id: string): void;
  hideSections(names: ReadonlySet<string>): void;
  /** Reads the colours anew. */
  repaint(): void;
  zoomIn(): void;
  zoomOut(): void;
  showAll(): void;
}

/**
 * Draws the graph into an element, which must have a size.
 *
 * @param options.onSelect Told of the page that is clicked; null for a click beside all.
 * @throws {Error} Where there is no WebGL.
 */
export function createPicture(
  links: LinkGraph,
  { container, onSelect }: { container: HTMLElement; onSelect(id: string | null): void },
): Picture {
  const graph = toGraph(links, { scale: container.clientWidth < NARROW ? 0.65 : 1 });
  const animation = { duration: prefersReducedMotion() ? 1 : CAMERA_MS };
  let theme = readTheme();
  let colors = sectionColors();
  let selected: string | null = null;
  let hovered: string | null = null;
  let hiddenSections: ReadonlySet<string> = new Set();
  let neighbours = new Set<string>();

  const sigma = new Sigma<NodeAttributes>(graph, container, {
    ...themeSettings(),
    // The list view takes the container off the screen.
    allowInvalidContainer: true,
    zIndex: true,
    minEdgeThickness: EDGE.plain,
    stagePadding: 48,
    labelFont: "system-ui, sans-serif",
    labelSize: 13,
    labelRenderedSizeThreshold: container.clientWidth < NARROW ? 6 : 7,
    labelGridCellSize: 140,
    minCameraRatio: 0.02,
    maxCameraRatio: 3,
    defaultEdgeType: "arrow",
    edgeProgramClasses: { arrow: createEdgeArrowProgram(ARROW_HEAD) },
    nodeReducer: paintNode,
    edgeReducer: paintEdge,
  });
  sigma.on("enterNode", ({ node }) => hover(node));
  sigma.on("leaveNode", () => hover(null));
  sigma.on("clickNode", ({ node }) => onSelect(node));
  sigma.on("clickStage", () => onSelect(null));
  new ResizeObserver(() => sigma.refresh({ skipIndexation: true })).observe(container);

  function sectionColors(): Map<string, string> {
    return new Map(links.sections.map(({ name }, index) => [name, theme.section(index)]));
  }

  function themeSettings() {
    const { drawLabel, drawMarkedLabel } = createLabels<NodeAttributes>(theme);
    return {
      defaultEdgeColor: theme.edge,
      defaultDrawNodeLabel: drawLabel,
      defaultDrawNodeHover: drawMarkedLabel,
    };
  }

  function paintNode(id: string, { section, ...data }: NodeAttributes): Partial<NodeDisplayData> {
    const hidden = hiddenSections.has(section);
    const color = colors.get(section)!;
    const center = hovered ?? selected;
    if (center === null) return { ...data, color, hidden };
    if (id === center) return { ...data, color, hidden, highlighted: true, zIndex: 2 };
    if (!neighbours.has(id)) return { ...data, color: theme.faded, hidden, label: null };
    const forceLabel = neighbours.size <= MAX_NEIGHBOUR_TITLES;
    return { ...data, color, hidden, forceLabel, zIndex: 1 };
  }

  function paintEdge(id: string): Partial<EdgeDisplayData> {
    const center = hovered ?? selected;
    if (center === null) return { size: EDGE.plain };
    if (!graph.hasExtremity(id, center)) return { size: EDGE.plain, color: theme.faded };
    const { section } = graph.getNodeAttributes(graph.source(id));
    return { size: EDGE.marked, color: colors.get(section)!, zIndex: 1 };
  }

  function repaintCenter(): void {
    const center = hovered ?? selected;
    neighbours = new Set(center === null ? [] : graph.neighbors(center));
    sigma.refresh({ skipIndexation: true });
  }

  function hover(id: string | null): void {
    hovered = id;
    container.style.cursor = id === null ? "" : "pointer";
    repaintCenter();
  }

  return {
    move(positions) {
      let index = 0;
      graph.updateEachNodeAttributes(
        (_id, attributes) => ({ ...attributes, x: positions[index++]!, y: positions[index++]! }),
        { attributes: ["x", "y"] },
      );
    },
    select(id) {
      selected = id;
      repaintCenter();
    },
    focus(id) {
      // Pages that have just moved have their new place after a refresh only.
      sigma.refresh();
      const { x, y } = sigma.getNodeDisplayData(id)!;
      const camera = sigma.getCamera();
      camera.animate({ x, y, ratio: Math.min(camera.ratio, FOCUS_RATIO) }, animation);
    },
    hideSections(names) {
      hiddenSections = names;
      sigma.refresh({ skipIndexation: true });
    },
    repaint() {
      theme = readTheme();
      colors = sectionColors();
      sigma.setSettings(themeSettings());
    },
    zoomIn: () => void sigma.getCamera().animatedZoom(animation),
    zoomOut: () => void sigma.getCamera().animatedUnzoom(animation),
    showAll: () => void sigma.getCamera().animatedReset(animation),
  };
}

function toGraph(links: LinkGraph, { scale }: { scale: number }): Graph<NodeAttributes> {
  const graph = new Graph<NodeAttributes>({ type: "directed", multi: true });
  const positions = startPositions(links);
  const most = Math.max(FULL_SIZE_LINKS, ...links.pages.map(({ incoming }) => incoming.length));
  for (const [index, { id, title, section, incoming }] of links.pages.entries()) {
    graph.addNode(id, {
      x: positions[2 * index]!,
      y: positions[2 * index + 1]!,
      size: scale * (SIZE.least + SIZE.range * Math.sqrt(incoming.length / most)),
      label: title,
      section,
    });
  }
  for (const { id, outgoing } of links.pages) {
    for (const target of outgoing) graph.addEdge(id, target.id);
  }
  return graph;
}

function prefersReducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
