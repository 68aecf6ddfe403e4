import { describe, expect, it } from "vitest";
import { BusyError, createLimiter } from "../../../../runtime/partner/secrets/limiter.ts";

describe("createLimiter", () => {
  it("G103: never runs more at once than it may, and all of it in order", async () => {
    const limit = createLimiter({ concurrency: 3, maxWaiting: 100 });
    const began: number[] = [];
    let running = 0;
    let most = 0;
    const jobs = Array.from({ length: 50 }, (_, index) =>
      limit(async () => {
        began.push(index);
        most = Math.max(most, ++running);
        for (let turn = 0; turn < index % 5; turn++) await Promise.resolve();
        running--;
        return index;
      }),
    );

    expect(await Promise.all(jobs)).toEqual(jobs.map((_, index) => index));
    expect(most).toBe(3);
    expect(began).toEqual(jobs.map((_, index) => index));
  });

  it("G103: newcomers do not overtake what waits, nor add to what runs", async () => {
    const limit = createLimiter({ concurrency: 2, maxWaiting: 100 });
    let running = 0;
    let most = 0;
    async function work(generations: number): Promise<void> {
      await limit(async () => {
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
      });
      if (generations > 0) await Promise.all([work(generations - 1), work(generations - 1)]);
    }
    await Promise.all([work(4), work(4), work(4)]);

    expect(most).toBe(2);
  });

  it("G103: refuses at once what is too much to wait, and works again later", async () => {
    const limit = createLimiter({ concurrency: 1, maxWaiting: 1 });
    const gate = Promise.withResolvers<string>();
    const first = limit(() => gate.promise);
    const second = limit(async () => "second");

    await expect(limit(async () => "third")).rejects.toThrow(BusyError);
    gate.resolve("first");
    expect(await Promise.all([first, second])).toEqual(["first", "second"]);
    expect(await limit(async () => "fourth")).toBe("fourth");
  });

  it("gives the turn on when work fails", async () => {
    const limit = createLimiter({ concurrency: 1, maxWaiting: 1 });
    const failing = limit(async () => {
      throw new Error("lost");
    });
    const next = limit(async () => "next");

    await expect(failing).rejects.toThrow("lost");
    expect(await next).toBe("next");
  });
});
