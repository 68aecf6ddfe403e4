import type { Context } from "hono";
import { streamSSE } from "hono/streaming";

/** Pages that are open, which are told when there is something new to show. */
export interface OpenPages {
  /** Tells every open page to read what it shows again. */
  announce(): void;
  /** Answers a page with server-sent events, until it is closed. */
  stream(context: Context): Response;
}

export function createOpenPages(): OpenPages {
  const pages = new Set<() => void>();
  return {
    announce() {
      for (const tell of pages) tell();
    },
    stream: (context) =>
      streamSSE(context, async (stream) => {
        const tell = () => void stream.writeSSE({ event: "change", data: "" });
        pages.add(tell);
        await new Promise<void>((resolve) => stream.onAbort(resolve));
        pages.delete(tell);
      }),
  };
}
