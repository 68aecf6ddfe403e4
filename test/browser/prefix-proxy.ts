import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestServer } from "../support/server.ts";

/** Puts a proxy in front of a server, which serves it only below a path. Default: a free port. */
export async function behindPrefix(
  target: TestServer,
  prefix: string,
  { port: wanted = 0 }: { readonly port?: number } = {},
): Promise<TestServer> {
  const proxy = createServer((incoming, outgoing) => {
    if (!incoming.url!.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end();
    const { method, headers } = incoming;
    const url = target.url + incoming.url!.slice(prefix.length);
    const forwarded = request(url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  proxy.listen(wanted, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    ...target,
    url: `http://127.0.0.1:${port}`,
    stop() {
      proxy.closeAllConnections();
      proxy.close();
      return target.stop();
    },
  };
}
