import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { describe, expect, it } from "vitest";
import { listen } from "../../../runtime/http/listen.ts";

/** A server whose system refuses the address. */
function refusing(code: string): Server {
  const server = new EventEmitter();
  const refuse = () => server.emit("error", Object.assign(new Error(`listen ${code}`), { code }));
  return Object.assign(server, { listen: () => process.nextTick(refuse) }) as unknown as Server;
}

describe("listen", () => {
  it.each([
    ["EACCES", /^The user who runs docgate may not listen on port 80\. Use --port with 1024 or/],
    ["EADDRINUSE", /^Port 80 of localhost is taken\. Use --port with another port; 0 picks a free/],
    ["EADDRNOTAVAIL", /^localhost is not an address of this machine\. Use --host with one of its/],
    ["EAFNOSUPPORT", /^localhost is not an address of this machine\. /],
    ["EAI_AGAIN", /^The host "localhost" cannot be resolved to an address\. Use --host /],
  ])("says what to do about %s", async (code, message) => {
    const error = await listen(refusing(code), { host: "localhost", port: 80 }).catch(
      (reason) => reason,
    );

    expect(error).toMatchObject({ name: "DocgateError", code: "listen", cause: { code } });
    expect(error.message).toMatch(message);
  });

  it("passes on unknown errors", async () => {
    const error = await listen(refusing("EWHAT"), { host: "localhost", port: 80 }).catch(
      (reason) => reason,
    );

    expect(error.message).toBe("listen EWHAT");
  });
});
