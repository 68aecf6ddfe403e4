import type { Focus } from "../camera/focus.ts";
import type { Caption } from "./captions.ts";
import type { Palette } from "./palette.ts";
import type { Scene } from "./scene.ts";
import type { Title } from "./title-places.ts";

/** Everything visible in the picture at one moment. */
export interface Snapshot {
  readonly scene: Scene;
  readonly palette: Palette;
  readonly focus: Focus | null;
  readonly titles: readonly Title[];
  /** Names of sections; none while pages are highlighted. */
  readonly captions: readonly Caption[];
  /** Title of the selected page. */
  readonly markedTitle: string;
}
