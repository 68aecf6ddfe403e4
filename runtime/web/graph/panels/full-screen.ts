/** Lets a button show the whole page in full screen, if the browser can. */
export function setUpFullScreen(button: HTMLElement): void {
  if (!document.fullscreenEnabled) return;

  function update(): void {
    const isFull = document.fullscreenElement !== null;
    button.ariaPressed = String(isFull);
    button.title = isFull ? "Leave full screen" : "Full screen";
  }

  button.onclick = () => {
    const done = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    // If the browser refuses, nothing changes, and the button shows that.
    done.catch(update);
  };
  document.addEventListener("fullscreenchange", update);
  button.hidden = false;
  update();
}
