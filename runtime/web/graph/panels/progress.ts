import { element } from "../dom.ts";

/** Shows the progress of the layout. */
export interface Progress {
  /** @param share from 0 to 1; 1 hides it */
  show(share: number): void;
  end(): void;
}

/** Milliseconds before it is shown; most layouts are done by then. */
const DELAY_MS = 500;

/** Fills an element with a bar and a text; the element is hidden while there is nothing to show. */
export function createProgress(root: HTMLElement): Progress {
  const bar = element("progress", { id: "layout-progress", max: 1 });
  const text = element("span");
  const label = element("label", { htmlFor: bar.id }, "Arranging the pages: ", text);
  const delay = window.setTimeout(() => {
    root.hidden = false;
  }, DELAY_MS);
  root.replaceChildren(label, bar);

  function end(): void {
    clearTimeout(delay);
    root.hidden = true;
  }

  return {
    end,
    show(share) {
      bar.value = share;
      text.textContent = `${Math.floor(share * 100)} %`;
      if (share === 1) end();
    },
  };
}
