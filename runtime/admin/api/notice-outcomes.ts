import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { pickFields } from "./resource.ts";
import { noticeSchema } from "./response-schemas.ts";
import type { AdminCall } from "./route.ts";

/** An attempt to deliver a notice ends within this time. */
const MAX_WAIT_SECONDS = 5;
const LOOK_EVERY_MS = 20;

/** The query of an action that sends notices. */
export const waitQuery = z.strictObject({
  wait: z
    .string()
    .regex(/^[0-5]$/, `Must be a whole number from 0 to ${MAX_WAIT_SECONDS}.`)
    .transform(Number)
    .optional()
    .meta({ override: { type: "integer", minimum: 0, maximum: MAX_WAIT_SECONDS } })
    .describe(
      "Waits at most this many seconds until the notices are settled; the answer then has them as " +
        "`outcomes`.",
    ),
});

type Waiting = Pick<AdminCall<unknown, z.output<typeof waitQuery>>, "platform" | "query">;

/** The field of the answer, if the request asks for it. */
export const outcomesField = {
  outcomes: z
    .array(noticeSchema)
    .optional()
    .describe("With `wait`: the notices as in the log, `pending` if they took longer."),
};

/** Waits for notices that were just sent, as long as the request allows. */
export async function outcomesOf(
  { platform, query: { wait } }: Waiting,
  ids: readonly string[],
): Promise<{ readonly outcomes?: readonly object[] }> {
  if (wait === undefined) return {};
  const { dispatcher, store } = platform;
  const isUnsettled = () => dispatcher.unsettled().some((id) => ids.includes(id));
  for (let waited = 0; waited < wait * 1000 && isUnsettled(); waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
  }
  const rows = await Promise.all(ids.map((id) => store.read.notices.find({ id })));
  return { outcomes: rows.flatMap((row) => (row ? pickFields(noticeSchema, row) : [])) };
}
