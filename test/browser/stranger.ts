import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A page of somebody else. */
export interface Stranger {
  /** Another origin of docgate's own site: only the port differs, cookies are shared. */
  readonly sameSite: string;
  /** Another site. */
  readonly otherSite: string;
  close(): void;
}

/** Serves one HTML page at every address. */
export async function startStranger(html: string): Promise<Stranger> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(html);
  });
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    sameSite: `http://127.0.0.1:${port}`,
    otherSite: `http://localhost:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
