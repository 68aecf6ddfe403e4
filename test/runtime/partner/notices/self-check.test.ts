import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { checkGuard } from "../../../../runtime/partner/notices/self-check.ts";

const now = () => 0;

describe("checkGuard", () => {
  it("ATTACK-F69: reports nothing if the guard works", async () => {
    expect(await checkGuard({ now })).toBeNull();
  });

  it("ATTACK-F69: reports that nothing is sent if a connection does not report its other end", async () => {
    const problem = await checkGuard({
      now,
      connect: (options) =>
        Object.defineProperty(connect(options), "remoteAddress", { value: undefined }),
    });

    expect(problem).toBe(
      'No notice can be sent: a test notice to this machine failed with "guard"',
    );
  });
});
