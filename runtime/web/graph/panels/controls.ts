import type { LinkGraph } from "../data/link-graph.ts";
import { byId } from "../dom.ts";
import { download } from "../export/download.ts";
import { createPng } from "../export/export-png.ts";
import { createSvg } from "../export/export-svg.ts";
import type { Picture } from "../paint/picture.ts";
import { setUpFullScreen } from "./full-screen.ts";
import { reasonOf, showNotice } from "./notice.ts";

/** Connects the buttons and keys of the graph view to the picture. */
export function createControls({ graph, picture }: { graph: LinkGraph; picture: Picture }): void {
  const { camera } = picture;
  const title = `${graph.name}: link graph`;
  onPress("zoom-in", () => camera.zoomIn());
  onPress("zoom-out", camera.zoomOut);
  onPress("show-all", camera.showAll);
  onPress("save-png", () => save("png", () => createPng(picture.snapshot())));
  onPress("save-svg", () =>
    save("svg", async () => {
      const text = createSvg(picture.snapshot(), { title, pages: graph.pages });
      return new Blob([text], { type: "image/svg+xml" });
    }),
  );
  setUpFullScreen(byId("full-screen"));
  byId("controls").addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action(camera);
  });

  async function save(extension: string, create: () => Promise<Blob>): Promise<void> {
    try {
      download(await create(), `${fileName(graph.name)}.${extension}`);
    } catch (error) {
      showNotice(`Cannot save the picture. ${reasonOf(error)}`);
    }
  }
}

const KEYS: Readonly<Record<string, (camera: Picture["camera"]) => void>> = {
  ArrowLeft: (camera) => camera.panBySteps({ x: 1, y: 0 }),
  ArrowRight: (camera) => camera.panBySteps({ x: -1, y: 0 }),
  ArrowUp: (camera) => camera.panBySteps({ x: 0, y: 1 }),
  ArrowDown: (camera) => camera.panBySteps({ x: 0, y: -1 }),
  "+": (camera) => camera.zoomIn(),
  "-": (camera) => camera.zoomOut(),
  "0": (camera) => camera.showAll(),
};

function onPress(id: string, action: () => void): void {
  byId(id).onclick = action;
}

/** Returns, for example, `acme-handbook-link-graph`. */
function fileName(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words, "link-graph"].join("-");
}
