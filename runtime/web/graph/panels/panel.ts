import { byId, element } from "../dom.ts";
import { isNarrowScreen } from "./screen.ts";

/** The panel next to the graph that describes the selection. */
export interface Panel {
  /** Shows content and takes the keyboard focus. */
  show(title: string, content: readonly HTMLElement[]): void;
  /** Closes the panel and returns the focus to where it came from. */
  close(): void;
}

interface Options {
  readonly root: HTMLElement;
  /** Called when a person closes it, with its button or with Escape. */
  onClose(): void;
}

/** Creates the panel. */
export function createPanel({ root, onClose }: Options): Panel {
  let opener: Element | null = null;

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !root.hidden) onClose();
  });

  return {
    show(title, content) {
      if (!root.contains(document.activeElement)) opener = document.activeElement;
      const heading = element("h2", { tabIndex: -1 }, element("bdi", {}, title));
      const close = element(
        "button",
        { type: "button", className: "close", onclick: onClose },
        "×",
      );
      close.ariaLabel = "Close the panel";
      root.replaceChildren(element("header", {}, heading, close), ...content);
      root.hidden = false;
      root.scrollTop = 0;
      heading.focus({ preventScroll: true });
      // The sheet covers the lower half of a narrow screen.
      if (isNarrowScreen()) byId("stage").scrollIntoView();
    },
    close() {
      const hadFocus = root.contains(document.activeElement);
      root.hidden = true;
      root.replaceChildren();
      if (hadFocus && opener instanceof HTMLElement) opener.focus();
    },
  };
}
