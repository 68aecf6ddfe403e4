import { takeTitle } from "./boxes.ts";

/** One panel, with the title of its tab. */
interface Panel {
  readonly title: Node | string;
  readonly content: readonly Node[];
}

/** Counts the lists of tabs of the page, for their ids. */
let count = 0;

/** Makes tabs of what the site shows as tabs; examples of code in them are tabs, too. */
export function makeTabs(text: DocumentFragment): void {
  for (const group of text.querySelectorAll<HTMLElement>("[data-tabs]")) {
    const own = group.querySelectorAll<HTMLElement>(":scope > [data-tab]");
    const panels = own.length > 0 ? Array.from(own, panelOf) : codePanels(group);
    if (panels.length > 0) group.replaceWith(listOf(panels));
  }
  for (const first of text.querySelectorAll<HTMLElement>("[data-tab]")) {
    // It may be in a list by now.
    if (!text.contains(first)) continue;
    const group = [first];
    for (let next = first.nextElementSibling; next?.matches("[data-tab]"); ) {
      group.push(next as HTMLElement);
      next = next.nextElementSibling;
    }
    const list = document.createComment("");
    first.before(list);
    for (const each of group) each.remove();
    list.replaceWith(listOf(group.map(panelOf)));
  }
}

function panelOf(tab: HTMLElement): Panel {
  const title = takeTitle(tab) ?? "Tab";
  return { title, content: [...tab.childNodes] };
}

function codePanels(group: HTMLElement): Panel[] {
  return Array.from(group.querySelectorAll(":scope > pre"), (pre): Panel => {
    const code = pre.querySelector("code");
    const { meta = "", lang = "Code" } = code?.dataset ?? {};
    return { title: /\[([^\]]+)\]/.exec(meta)?.[1] ?? lang, content: [pre] };
  });
}

function listOf(panels: readonly Panel[]): HTMLElement {
  const id = `Tabs-${++count}`;
  const box = document.createElement("div");
  box.className = "tabs";
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  box.append(list);
  for (const [at, { title, content }] of panels.entries()) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.setAttribute("role", "tab");
    tab.id = `${id}-${at}`;
    tab.setAttribute("aria-controls", `${id}-${at}-panel`);
    tab.append(title);
    list.append(tab);
    const panel = document.createElement("div");
    panel.setAttribute("role", "tabpanel");
    panel.id = `${id}-${at}-panel`;
    panel.setAttribute("aria-labelledby", tab.id);
    panel.append(...content);
    box.append(panel);
  }
  choose(list, 0);
  list.addEventListener("click", ({ target }) => {
    const tab = (target as Element).closest("[role=tab]");
    if (tab) choose(list, [...list.children].indexOf(tab));
  });
  list.addEventListener("keydown", (event) => move(list, event));
  return box;
}

function move(list: HTMLElement, event: KeyboardEvent): void {
  const tabs = [...list.children];
  const at = tabs.indexOf(document.activeElement!);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  const next = (to + tabs.length) % tabs.length;
  choose(list, next);
  (tabs[next] as HTMLElement).focus();
}

function choose(list: HTMLElement, chosen: number): void {
  for (const [at, tab] of [...list.children].entries()) {
    tab.setAttribute("aria-selected", String(at === chosen));
    (tab as HTMLElement).tabIndex = at === chosen ? 0 : -1;
    (list.parentElement!.children[at + 1] as HTMLElement).hidden = at !== chosen;
  }
}

/** Opens the tabs and the closed parts around an element. */
export function reveal(element: Element): void {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (at.localName === "details") (at as HTMLDetailsElement).open = true;
    if (at.getAttribute("role") !== "tabpanel") continue;
    const box = at.parentElement!;
    choose(box.firstElementChild as HTMLElement, [...box.children].indexOf(at) - 1);
  }
}
