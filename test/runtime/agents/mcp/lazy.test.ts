import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../../../support/command.ts";

/** Lists the modules of the protocol's library that are loaded before and after a first request. */
const SCRIPT = `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({
  load(url, context, next) {
    if (url.includes("@modelcontextprotocol")) loaded.push(url);
    return next(url, context);
  },
});
await import("./runtime/agents/mcp/routes.ts");
await import("./runtime/serve/app.ts");
const before = loaded.length;
await import("./runtime/agents/mcp/handler.ts");
console.log(JSON.stringify([before, loaded.length > 0]));
`;

it("The library of MCP is not loaded by a server that nobody asks", async () => {
  const args = ["--input-type=module", "--eval", SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  expect(JSON.parse(stdout)).toEqual([0, true]);
});
