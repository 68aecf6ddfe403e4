const SHOWN_MS = 2_000;

/** Adds a button to each example that copies it. */
export function addCopyButtons(): void {
  for (const caption of document.querySelectorAll("figcaption")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => void copy(button));
    caption.append(button);
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const text = button.closest("figure")!.querySelector("pre")!.textContent;
  button.textContent = await navigator.clipboard.writeText(text).then(
    () => "Copied",
    () => "Select it to copy",
  );
  setTimeout(() => (button.textContent = "Copy"), SHOWN_MS);
}
