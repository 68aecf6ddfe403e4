import { byId } from "../dom.ts";

/** Shows an important message above the graph, with a button if trying again may help. */
export function showNotice(text: string, { retry }: { retry?: () => void } = {}): void {
  const notice = byId("notice");
  const button = byId("retry");
  notice.textContent = text;
  notice.hidden = false;
  button.onclick = retry ?? null;
  button.hidden = !retry;
}

/** Removes the last notice. */
export function hideNotice(): void {
  byId("notice").hidden = true;
  byId("retry").hidden = true;
}

/** Returns the message of a thrown value, for a person to read. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
