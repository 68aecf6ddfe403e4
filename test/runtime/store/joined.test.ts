import { expect, it } from "vitest";
import { joined } from "../../../runtime/store/joined.ts";

/** Calls whose results come, in their order, when the test says so. */
function createQuestions() {
  const open: PromiseWithResolvers<number>[] = [];
  return {
    ask: joined(() => {
      const question = Promise.withResolvers<number>();
      open.push(question);
      return question.promise;
    }),
    open,
  };
}

it("CHAIN-C15: gives no caller a result from before its call", async () => {
  const { ask, open } = createQuestions();
  const first = ask();
  const later = [ask(), ask(), ask()];
  expect(open).toHaveLength(1);
  open[0]!.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => open.length, { timeout: 10_000 }).toBe(2);
  open[1]!.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  void ask();
  expect(open).toHaveLength(3);
});

it("calls again after a failure, which only the callers of that result see", async () => {
  const { ask, open } = createQuestions();
  const first = ask();
  const second = ask();
  open[0]!.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await expect.poll(() => open.length, { timeout: 10_000 }).toBe(2);
  open[1]!.resolve(2);
  expect(await second).toBe(2);
});
