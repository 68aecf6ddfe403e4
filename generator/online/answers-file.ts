import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { isSystemError } from "../../corpus/system-error.ts";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import type { Answer } from "./ask.ts";

const FILE = "external-links.json";
/** Answers are asked for again after a day. */
const MAX_AGE_MS = 24 * 60 * 60_000;

const fileSchema = z.object({
  version: z.literal(1),
  answers: z.record(z.string(), z.object({ atMs: z.number(), broken: z.string().nullable() })),
});

type AnswersFile = z.infer<typeof fileSchema>;

/** Answers of other hosts that are kept between runs; those that decided nothing are not. */
export class KnownAnswers {
  readonly #folder: string | null;
  readonly #nowMs: number;
  readonly #answers: AnswersFile["answers"];

  constructor(
    folder: string | null,
    { nowMs, file }: { readonly nowMs: number; readonly file: AnswersFile },
  ) {
    this.#folder = folder;
    this.#nowMs = nowMs;
    const recent = Object.entries(file.answers).filter(
      ([, { atMs }]) => atMs <= nowMs && nowMs - atMs < MAX_AGE_MS,
    );
    this.#answers = Object.fromEntries(recent);
  }

  get(address: string): Answer | null {
    if (!Object.hasOwn(this.#answers, address)) return null;
    const { broken } = this.#answers[address]!;
    return broken === null ? { kind: "alive" } : { kind: "broken", reason: broken };
  }

  set(address: string, answer: Answer): void {
    if (answer.kind === "undecided") return;
    const broken = answer.kind === "broken" ? answer.reason : null;
    this.#answers[address] = { atMs: this.#nowMs, broken };
  }

  /** Writes them, if they are kept. */
  async save(): Promise<void> {
    if (this.#folder === null) return;
    const file: AnswersFile = { version: 1, answers: this.#answers };
    await replaceFile(join(this.#folder, FILE), Buffer.from(`${JSON.stringify(file)}\n`));
  }
}

/** @param folder of the cache; null to keep nothing */
export async function readAnswers(folder: string | null, nowMs: number): Promise<KnownAnswers> {
  const none: AnswersFile = { version: 1, answers: {} };
  const file = folder === null ? none : ((await readFileIn(folder)) ?? none);
  return new KnownAnswers(folder, { nowMs, file });
}

/** Returns the file; null if there is none, or another program or version wrote it. */
async function readFileIn(folder: string): Promise<AnswersFile | null> {
  try {
    const text = await readFile(join(folder, FILE), "utf8");
    return fileSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error)) return null;
    throw error;
  }
}
