import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";

/** A notice as it arrived. */
export interface ReceivedNotice {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  readonly body: any;
}

/** A partner's notification endpoint: answers 204 and remembers the notices. */
export interface Receiver {
  /** Returns a separate address for each path. */
  url(path?: string): string;
  /** Returns all notices so far, or those to one path. */
  all(path?: string): readonly ReceivedNotice[];
  /** Waits until `count` notices have come to a path since the last call, and returns them. */
  take(count: number, path?: string): Promise<readonly ReceivedNotice[]>;
  close(): void;
}

const DEADLINE_MS = 15_000;

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedNotice[] = [];
  const taken = new Map<string, number>();
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk) => (text += chunk));
    request.on("end", () => {
      received.push({
        path: request.url!,
        headers: request.headers,
        text,
        body: JSON.parse(text),
      });
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const all = (path?: string) => received.filter((notice) => !path || notice.path === path);

  return {
    url: (path = "/notices") => `http://127.0.0.1:${port}${path}`,
    all,
    take(count, path = "/notices") {
      const from = taken.get(path) ?? 0;
      return vi.waitFor(
        () => {
          const fresh = all(path).slice(from);
          if (fresh.length < count) throw new Error(`${fresh.length} of ${count} notices came`);
          taken.set(path, from + count);
          return fresh.slice(0, count);
        },
        { timeout: DEADLINE_MS, interval: 10 },
      );
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
