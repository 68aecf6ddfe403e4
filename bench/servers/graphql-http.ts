/** graphql-http on `node:http`. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createHandler } from "graphql-http/lib/use/http";
import { announce } from "./announce.ts";
import { loadExecutableSchema } from "./schema.ts";

const server = createServer(createHandler({ schema: await loadExecutableSchema() }));
server.listen(0, "127.0.0.1", () => {
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
