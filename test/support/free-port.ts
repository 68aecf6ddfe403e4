import { once } from "node:events";
import { createServer } from "node:net";

/** When asked for any port, systems pick one above these, so no collision happens by chance. */
const FIRST = 20_000;
const COUNT = 10_000;

/** Returns a port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT);
  const server = createServer();
  const isFree = once(server, "listening").then(
    () => true,
    () => false,
  );
  server.listen(port, "127.0.0.1");
  if (!(await isFree)) return freePort();
  server.close();
  await once(server, "close");
  return port;
}
