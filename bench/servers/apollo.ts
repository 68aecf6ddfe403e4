/** Apollo Server on its own HTTP server, which answers at every path. */
import { ApolloServer } from "@apollo/server";
import { startStandaloneServer } from "@apollo/server/standalone";
import { announce } from "./announce.ts";
import { loadExecutableSchema } from "./schema.ts";

const server = new ApolloServer({ schema: await loadExecutableSchema(), logger: silent() });
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: "127.0.0.1" } });
announce(url);

function silent() {
  const nothing = () => {};
  return { debug: nothing, info: nothing, warn: nothing, error: nothing };
}
