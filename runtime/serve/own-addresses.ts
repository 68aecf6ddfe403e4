import { networkInterfaces } from "node:os";

/** The addresses of this machine, as they are now. Notices do not go to them. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
}
