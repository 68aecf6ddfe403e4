import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSemaphore } from "../../../../runtime/docs/execute/semaphore.ts";

const OPTIONS = { capacity: 10, maxWaiting: 2, waitMs: 1_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("createSemaphore", () => {
  it("admits what fits, and the others in order as capacity is released", async () => {
    const room = createSemaphore(OPTIONS);
    const entered: string[] = [];
    const release = await room.take(8);
    const enter = async (name: string, size: number) => {
      await room.take(size);
      entered.push(name);
    };
    const large = enter("large", 5);
    const small = enter("small", 2);
    await vi.advanceTimersByTimeAsync(0);
    expect([entered, room.isFree(1)]).toEqual([[], false]);

    release();
    release();
    await Promise.all([large, small]);

    expect(entered).toEqual(["large", "small"]);
    expect([room.isFree(3), room.isFree(4)]).toEqual([true, false]);
  });

  it("gives the whole capacity to work that is larger", async () => {
    const room = createSemaphore(OPTIONS);
    const release = await room.take(1_000);

    expect(room.isFree(1)).toBe(false);
    release();
    expect(room.isFree(10)).toBe(true);
  });

  it("refuses callers that wait too long, or if too many are waiting", async () => {
    const room = createSemaphore(OPTIONS);
    await room.take(10);
    const waiting = [room.take(1), room.take(1)].map((taken) => taken.catch((error) => error));

    await expect(room.take(1)).rejects.toThrow(expect.objectContaining({ code: "busy" }));
    await vi.advanceTimersByTimeAsync(1_000);
    for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ code: "busy" });
  });
});
