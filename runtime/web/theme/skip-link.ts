/**
 * Lets the first link of the bar move the focus only. For pages whose fragment says what they show,
 * so that a link cannot name a part of the page with it.
 */
export function setUpSkipLink(): void {
  document.querySelector(".bar-skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("Main")?.focus();
  });
}
