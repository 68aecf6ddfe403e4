import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { parseAllowance } from "./allowance.ts";
import type { Connect } from "./connection.ts";
import { createExchange } from "./exchange.ts";

export interface SelfCheckOptions {
  readonly now: () => number;
  readonly connect?: Connect;
}

/**
 * Tests on this runtime, with its own listener, that a private address is refused and an allowed
 * one is reached. Used by the health check: if the guard does not work, no notice is sent
 * (ATTACK-F69).
 *
 * @returns the problem, or null
 */
export async function checkGuard(options: SelfCheckOptions): Promise<string | null> {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {});
    socket.once("data", () => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const url = `http://guard.invalid:${(listener.address() as AddressInfo).port}/`;
  const resolve = async () => ["127.0.0.1"];

  const refused = await createExchange({ ...options, resolve, allow: parseAllowance("") })(url, "");
  const problem =
    refused.state !== "refused" || connections > 0
      ? "Notices can reach private addresses: the address guard does not work on this runtime"
      : null;
  const reached = await createExchange({ ...options, resolve, allow: parseAllowance("1") })(
    url,
    "",
  );
  listener.close();
  if (problem !== null || reached.state === "delivered") return problem;
  return `No notice can be sent: a test notice to this machine failed with "${reached.error}"`;
}
