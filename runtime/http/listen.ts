import { once } from "node:events";
import type { Server } from "node:http";
import { DocgateError } from "../../corpus/error.ts";

/** The address to listen on. */
export interface ListenAddress {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

/**
 * Resolves once the server listens.
 *
 * @throws {DocgateError} `listen`; its cause is the system's error
 */
export async function listen(server: Server, address: ListenAddress): Promise<void> {
  server.listen(address.port, address.host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const message = MESSAGES[code]?.(address);
    throw message === undefined ? error : new DocgateError("listen", message, { cause: error });
  }
}

const MESSAGES: Readonly<Record<string, (address: ListenAddress) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is taken. Use --port with another port; 0 picks a free one.`,
  EACCES: ({ port }) =>
    `The user who runs docgate may not listen on port ${port}. Use --port with 1024 or above.`,
  EADDRNOTAVAIL: notOfThisMachine,
  EINVAL: notOfThisMachine,
  EAFNOSUPPORT: notOfThisMachine,
  ENOTFOUND: notResolved,
  EAI_AGAIN: notResolved,
};

function notOfThisMachine({ host }: ListenAddress): string {
  return `${host} is not an address of this machine. Use --host with one of its addresses, or 0.0.0.0 for all of them.`;
}

function notResolved({ host }: ListenAddress): string {
  return `The host "${host}" cannot be resolved to an address. Use --host with a name or an address of this machine.`;
}
