import { byId } from "../dom.ts";

/** Says something important above the graph, with a button where trying again may help. */
export function showNotice(text: string, { retry }: { retry?: () => void } = {}): void {
  const notice = byId("notice");
  const button = byId("retry");
  notice.textContent = text;
  notice.hidden = false;
  button.onclick = retry ?? null;
  button.hidden = !retry;
}

/** Takes the last notice away. */
export function hideNotice(): void {
  byId("notice").hidden = true;
  byId("retry").hidden = true;
}

/** Gives the message of what was thrown, for a person to read. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
