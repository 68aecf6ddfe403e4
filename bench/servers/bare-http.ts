/** Bare `node:http` that reads the body and sends the bytes of a file, with docgate's headers. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { headersOf } from "../../runtime/docs/http/reply.ts";
import { announce } from "./announce.ts";

const answer = readFileSync(process.argv[2]!, "utf8");
const headers = {
  ...headersOf("application/json"),
  "Content-Length": Buffer.byteLength(answer),
};
const server = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => (text += chunk));
  request.on("end", () => response.writeHead(200, headers).end(answer));
});
server.listen(0, "127.0.0.1", () => {
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
