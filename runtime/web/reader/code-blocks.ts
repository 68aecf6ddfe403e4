const SHOWN_MS = 2_000;

/** Gives each example its language and a button that copies it. */
export function frameCode(text: DocumentFragment): void {
  for (const code of text.querySelectorAll<HTMLElement>("pre > code")) {
    const pre = code.parentElement!;
    const figure = document.createElement("figure");
    figure.className = "code";
    const caption = document.createElement("figcaption");
    const name = document.createElement("span");
    name.textContent = code.dataset.lang ?? "";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => void copy(button, code.textContent));
    caption.append(name, button);
    pre.replaceWith(figure);
    figure.append(caption, pre);
  }
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  button.textContent = await navigator.clipboard.writeText(text).then(
    () => "Copied",
    () => "Select it to copy",
  );
  setTimeout(() => (button.textContent = "Copy"), SHOWN_MS);
}
