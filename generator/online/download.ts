import { type Answer, type AskOptions, follow, judge, judgeFailure } from "./ask.ts";

/** A larger answer is refused. */
const MAX_BYTES = 64 * 2 ** 20;

/** The content of an address; or why it cannot be had, for good or now. */
export type Download =
  | { readonly kind: "content"; readonly body: Buffer }
  | Exclude<Answer, { kind: "alive" }>;

/** Gets what is at an address, after up to five redirects. */
export async function download(url: URL, options: AskOptions): Promise<Download> {
  try {
    const answer = await follow(url, { ...options, method: "GET", maxBodyBytes: MAX_BYTES + 1 });
    if (answer === null) return { kind: "broken", reason: "it is redirected too often" };
    const judged = judge(answer, options);
    if (judged.kind !== "alive") return judged;
    const { status, body } = answer;
    if (status !== 200) return { kind: "broken", reason: `it answers ${status}` };
    return body.length > MAX_BYTES
      ? { kind: "broken", reason: "it has more than 64 MiB" }
      : { kind: "content", body };
  } catch (error) {
    return judgeFailure(error, options);
  }
}
