/** Shows what the server has learned without a reload, and the colours of the agents. */

/** Contents of the parts that may change, as the server sent them: opening details changes them. */
const sent = new Map(liveParts(document).map((part) => [part.id, part.innerHTML]));
const events = new EventSource("/events");
events.addEventListener("change", () => void update());
// Reads what was announced while there was no connection.
events.addEventListener("open", () => void update());
paint();

function liveParts(page) {
  return [...page.querySelectorAll("[data-live]")];
}

async function update() {
  const response = await fetch("/");
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of liveParts(page)) {
    if (sent.get(part.id) === part.innerHTML) continue;
    sent.set(part.id, part.innerHTML);
    replace(document.getElementById(part.id), part);
  }
  document.title = page.title;
  paint();
}

/** Replaces the content of a part, and keeps open what was open. */
function replace(shown, part) {
  const open = [...shown.querySelectorAll("details[open] > summary")].map((one) => one.textContent);
  shown.replaceChildren(...part.childNodes);
  for (const summary of shown.querySelectorAll("details > summary")) {
    if (open.includes(summary.textContent)) summary.parentElement.open = true;
  }
}

/** Gives each agent the colour of its front settings, if it is one. */
function paint() {
  for (const card of document.querySelectorAll("[data-accent]")) {
    const { accent } = card.dataset;
    if (CSS.supports("color", accent)) card.style.setProperty("--card", accent);
  }
}
