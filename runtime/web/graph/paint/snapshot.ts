import type { Focus } from "../camera/focus.ts";
import type { Palette } from "./palette.ts";
import type { Scene } from "./scene.ts";
import type { Title } from "./title-places.ts";

/** Everything visible in the picture at one moment. */
export interface Snapshot {
  readonly scene: Scene;
  readonly palette: Palette;
  readonly focus: Focus | null;
  readonly titles: readonly Title[];
  /** Title of the selected page. */
  readonly markedTitle: string;
}
