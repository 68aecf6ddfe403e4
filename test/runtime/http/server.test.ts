import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import type { Gate } from "../../../runtime/http/gate.ts";
import { createServer } from "../../../runtime/http/server.ts";
import { ALREADY_SENT } from "../../support/already-sent.ts";

const OPEN: Gate = { isListed: () => true };

interface ReceiveOptions {
  readonly handle: RequestListener;
  readonly gate?: Gate;
}

/** Sends requests on one connection. @returns everything received until it was closed */
async function receive(requests: readonly string[], { handle, gate = OPEN }: ReceiveOptions) {
  const server = createServer({
    fetch(_, { incoming, outgoing }) {
      handle(incoming, outgoing as ServerResponse);
      return ALREADY_SENT;
    },
    gate,
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1").on("data", (part) => (received += part));
  const rest = "HTTP/1.1\r\nHost: docs.example\r\nOrigin: https://a.example\r\n\r\n";
  socket.write(requests.map((line) => `${line} ${rest}`).join(""));
  await once(socket, "close");
  server.close();
  return received;
}

it("createServer: looks up an Origin outside of the request that was answered before", async () => {
  const current = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const isListed = () => {
    seen.push(current.getStore());
    return seen.length < 4;
  };
  const received = await receive(["GET /v1/a", "GET /v1/b", "GET /v1/c", "GET /v1/d"], {
    handle: ({ url = "" }, response) => {
      current.run(url, () => response.end(`Here is ${url}.`));
    },
    gate: { isListed },
  });

  expect(received.match(/Here is \/v1\/.\./g)).toHaveLength(3);
  expect(seen).toEqual([undefined, undefined, undefined, undefined]);
});

it("createServer: an answer in parts before CONNECT is sent completely", async () => {
  const part = "x".repeat(2 ** 20);
  const received = await receive(["GET /a", "GET /b", "CONNECT docs.example:443"], {
    async handle(_, response) {
      for (let count = 0; count < 8; count++) {
        if (!response.write(part)) await once(response, "drain");
      }
      response.end("Z");
    },
  });

  expect(received.match(/HTTP\/1\.1 200|Z/g)).toEqual(["HTTP/1.1 200", "Z", "HTTP/1.1 200", "Z"]);
});
