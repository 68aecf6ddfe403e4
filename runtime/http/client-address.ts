import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";

/**
 * Returns the address that a request comes from.
 *
 * @param proxies Number of reverse proxies in front; each appends the address that it sees to
 *   `X-Forwarded-For`, and anything before those was written by the client
 */
export function clientAddress(context: Context, proxies: number): string {
  const remote = remoteOf(context);
  if (proxies === 0) return remote;
  const forwarded = (context.req.header("X-Forwarded-For") ?? "").split(",");
  const addresses = [...forwarded.map((address) => address.trim()).filter(Boolean), remote];
  return withoutPort(addresses[Math.max(0, addresses.length - 1 - proxies)]!);
}

/** `198.51.100.7:50001`, `[2001:db8::1]:443` and `[2001:db8::1]`, as some proxies write addresses. */
const WITH_PORT = /^(?:\[(?<inBrackets>[^\]]*)\](?::\d+)?|(?<ipv4>[\d.]+):\d+)$/;

function withoutPort(address: string): string {
  const { inBrackets, ipv4 } = WITH_PORT.exec(address)?.groups ?? {};
  return inBrackets ?? ipv4 ?? address;
}

/** Headers that a reverse proxy adds to the requests that it forwards. */
const FORWARDED = /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-client-ip)$/;

const LOCAL_HOST = /^(?:localhost|[^:]+\.localhost)(?::\d*)?$/i;

/**
 * Returns true if a request comes from a program on this machine and is addressed to this machine.
 *
 * A reverse proxy on this machine connects from loopback for everyone; the headers that it adds or
 * forwards reveal it. A page in a local browser whose name resolves to loopback is revealed by its
 * Host.
 */
export function isFromThisMachine(context: Context): boolean {
  const { req } = context;
  if (!isLoopback(remoteOf(context))) return false;
  if (Object.keys(req.header()).some((name) => FORWARDED.test(name))) return false;
  const host = req.header("Host") ?? "";
  return LOCAL_HOST.test(host) || isLoopback(host.replace(/:\d*$/, "").replace(/^\[|\]$/g, ""));
}

/** Returns the address of the connection; "" if the server does not say, as in other programs. */
function remoteOf(context: Context): string {
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? "") : "";
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
