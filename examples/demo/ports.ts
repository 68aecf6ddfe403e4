import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** The only address that the demo listens on. */
export const HOST = "127.0.0.1";

/** A port that is reserved until it is needed. */
export interface HeldPort {
  readonly port: number;
  release(): Promise<void>;
}

/**
 * Reserves a port, or any free one for 0.
 *
 * @param variable the environment variable to name in the message
 * @throws {Error} if the port is in use, with advice
 */
export async function holdPort(port: number, variable: string): Promise<HeldPort> {
  const server = createServer((socket) => socket.destroy());
  server.listen(port, HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, { port, variable });
  }
  return {
    port: (server.address() as AddressInfo).port,
    async release() {
      server.close();
      await once(server, "close");
    },
  };
}

function explain(
  error: NodeJS.ErrnoException,
  { port, variable }: { readonly port: number; readonly variable: string },
): Error {
  const reason = error.code === "EADDRINUSE" ? "is taken" : `cannot be used (${error.code})`;
  return new Error(
    `Port ${port} ${reason}. Set ${variable} to another one, or to 0 for any free port.`,
    { cause: error },
  );
}
