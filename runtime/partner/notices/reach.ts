import { connect as connectTcp, type Socket } from "node:net";
import { type Connect, openConnection, secure } from "./connection.ts";
import { AttemptError } from "./outcome.ts";
import { createResolve, type Resolve } from "./resolve.ts";
import { type Allowance, mayReach, parseNotificationUrl, type Target } from "./target.ts";

export interface ReachOptions {
  readonly allow: Allowance;
  readonly resolve?: Resolve;
  readonly connect?: Connect;
}

/** Where a URL leads, and how to connect to it. */
export interface ReachedHost {
  readonly url: URL;
  /** An open connection, with TLS for an https URL. */
  readonly socket: Socket;
}

/** Connects to the host of a URL that someone entered. */
export type Reach = (text: string, signal: AbortSignal) => Promise<ReachedHost>;

/**
 * Creates the only way in which docgate connects to a URL that someone entered: its addresses are
 * checked, and the connection reaches no other.
 *
 * @throws {AttemptError} from the function, if the URL cannot be reached, or may not be
 */
export function createReach(options: ReachOptions): Reach {
  const { allow, resolve = createResolve({ allow }), connect = connectTcp } = options;

  /** Resolves the target; one refused address is enough to refuse the name as untrustworthy. */
  async function findAddresses({ host, address }: Target, signal: AbortSignal) {
    const addresses = address !== null ? [address] : await lookUp(host, signal);
    if (addresses.every((address) => mayReach({ host, address }, allow))) return addresses;
    throw new AttemptError("address");
  }

  async function lookUp(host: string, signal: AbortSignal): Promise<readonly string[]> {
    try {
      const addresses = await untilAborted(resolve(host, { signal }), signal);
      if (addresses.length > 0) return addresses;
    } catch (cause) {
      throw new AttemptError("dns", { cause });
    }
    throw new AttemptError("dns");
  }

  return async (text, signal) => {
    const target = readTarget(text, allow);
    const { url, host } = target;
    const addresses = await findAddresses(target, signal);
    const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
    const open = await openConnection(addresses, { port, connect, signal });
    const socket = url.protocol === "https:" ? await secure(open, { host, signal }) : open;
    return { url, socket };
  };
}

function readTarget(text: string, allow: Allowance): Target {
  const parsed = parseNotificationUrl(text, { allow });
  if (parsed.ok) return parsed.target;
  throw new AttemptError(parsed.error);
}

function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    promise.then(resolve, reject);
  });
}
