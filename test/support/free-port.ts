import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give ports above these to whoever asks for any, so nobody gets one of these by chance. */
const FIRST = 20_000;
const COUNT = 10_000;

/** A port that nothing listens on at the moment. */
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
