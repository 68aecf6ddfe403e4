import { appendFile } from "node:fs/promises";
import { explainFileError } from "../../../corpus/file-error.ts";
import type { BuiltReport } from "../../built/settle/built-report.ts";
import { print } from "../output.ts";
import { displayPath } from "../run-pipeline.ts";
import {
  type DifferenceList,
  differencesMarkdown,
  differencesText,
  listDifferences,
} from "./built-differences.ts";
import { githubNotice } from "./github.ts";
import type { ReportFormat } from "./print-report.ts";

interface ReportOptions {
  /** The docs root. */
  readonly dir: string;
  readonly format: ReportFormat;
  readonly all?: boolean | undefined;
}

/** Reports where the model of a site and the built site differ, for people and for GitHub. */
export async function reportDifferences(
  built: BuiltReport,
  { dir, format, all: isAll = false }: ReportOptions,
): Promise<void> {
  if (format !== "pretty" && format !== "github") return;
  const lists = listDifferences(built, { pathOf: (path) => displayPath(dir, path) });
  if (lists.length === 0) return;
  if (format === "pretty") print(differencesText(lists, { isAll }));
  else await printForGitHub(lists);
}

async function printForGitHub(lists: readonly DifferenceList[]): Promise<void> {
  const titles = lists.map(({ title }) => title).join("; ");
  const notice = githubNotice(`The model and the built site differ: ${titles}`);
  process.stdout.write(`${notice}\n`);
  const summaryFile = process.env.GITHUB_STEP_SUMMARY;
  if (!summaryFile) return;
  await appendFile(summaryFile, differencesMarkdown(lists)).catch((error) => {
    throw explainFileError(error, { use: "write", file: summaryFile });
  });
}
