import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createWriteBatch } from "../../../../runtime/docs/http/write-batch.ts";

it("createWriteBatch: a client that has gone does not keep the others from their answers", async () => {
  const write = createWriteBatch();
  const arrived: ServerResponse[] = [];
  const server = createServer((_, response) => {
    if (arrived.push(response) < 3) return;
    arrived[0]!.destroy();
    for (const [index, response] of arrived.entries()) {
      write(response, { status: 200, headers: { "X-Index": String(index) }, body: `é${index}` });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const answers = await Promise.allSettled(
    [0, 1, 2].map(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/`);
      return [response.headers.get("X-Index"), await response.text()];
    }),
  );
  server.close();
  expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(1);
  const given = answers.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(given.sort()).toEqual([
    ["1", "é1"],
    ["2", "é2"],
  ]);
});
