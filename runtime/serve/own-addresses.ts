import { networkInterfaces } from "node:os";

/** Returns the current addresses of this machine. Notices are not sent to them. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
}
