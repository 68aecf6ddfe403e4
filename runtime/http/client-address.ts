import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * The address that a request comes from.
 *
 * @param proxies how many reverse proxies are in front; each appends the address that it sees to
 *   `X-Forwarded-For`, and what stands before those was written by the client
 */
export function clientAddress(context: Context, proxies: number): string {
  const remote = getConnInfo(context).remote.address ?? "";
  if (proxies === 0) return remote;
  const forwarded = (context.req.header("X-Forwarded-For") ?? "").split(",");
  const addresses = [...forwarded.map((address) => address.trim()).filter(Boolean), remote];
  return addresses[Math.max(0, addresses.length - 1 - proxies)]!;
}
