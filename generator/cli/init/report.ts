import type { Share } from "../../built/match/differences.ts";
import type { BuiltReport } from "../../built/settle/built-report.ts";
import type { SiteName } from "../../config/site-settings.ts";
import type { Recognition } from "../../sites/data/recognise.ts";
import { GENERATORS } from "../../sites/generators.ts";
import { print, say } from "../output.ts";
import { groupDigits, plural } from "../report/numbers.ts";
import type { ModelFit } from "./built-settings.ts";
import type { NewFile } from "./new-files.ts";
import type { Settings, Trial } from "./settings.ts";

/** Prints which site generators the files of a tree name. */
export function printRecognised(
  found: readonly Recognition[],
  { docs }: Pick<Trial, "docs">,
): void {
  const names = found.map(
    ({ generator, file }) => `${titleOf(generator as SiteName)} (${file.name})`,
  );
  const sentence =
    found.length === 0
      ? "no file of a site generator that docgate knows; tried them all."
      : found.length === 1
        ? `${names[0]}.`
        : `files of several site generators are equally near: ${names.join(", ")}; tried them.`;
  print(groupDigits(`${plural(docs, "page")}: ${sentence}`));
}

/** Prints what each change of the settings does to the problems. */
export function printSteps([plain, ...steps]: readonly [Trial, ...Trial[]]): void {
  const first = plural(plain.problems.length, "problem");
  const rows = [["no settings", first]];
  let before = plain;
  for (const step of steps) {
    const fixable = step.problems.filter(({ fix }) => fix !== undefined).length;
    const counts = `${before.problems.length} → ${plural(step.problems.length, "problem")}, ${fixable} can be fixed`;
    rows.push([changeOf(step.settings, before.settings), counts]);
    before = step;
  }
  printRows(rows);
}

/** Models beyond these are not shown. */
const MAX_FITS = 5;

/** Prints how well the models of generators fit a built site, the best one first. */
export function printFits(fits: readonly ModelFit[], { match }: BuiltReport): void {
  const found = match.matched.length;
  const all = found + match.stale.length + match.unmatched.length;
  print(
    groupDigits(`${found} of ${plural(all, "page")} are on the built site. Addresses and anchors:`),
  );
  printRows(
    fits.slice(0, MAX_FITS).map(({ trial, addresses, anchors }) => {
      const shares = `${shareOf(addresses)} addresses, ${shareOf(anchors)} anchors`;
      return [changeOf(trial.settings, {}), shares];
    }),
  );
}

/** Prints how well the settings that are there fit a built site. */
export function printShares({ differences }: BuiltReport): void {
  const { addressShare, anchorShare } = differences();
  const shares = `${shareOf(addressShare)} addresses and ${shareOf(anchorShare)} anchors`;
  print(groupDigits(`${shares} are those of the built site.`));
}

function shareOf({ right, all }: Share): string {
  return `${right} of ${all}`;
}

/** Prints the files that are to be written, and those that stay as they are. */
export function printFiles({ wanted, kept }: Record<"wanted" | "kept", readonly NewFile[]>): void {
  if (wanted.length > 0) {
    print("\nFiles to write:");
    printRows(wanted.map(({ name, about }) => [name, about]));
  }
  if (kept.length > 0) {
    print("\nFiles that exist, and stay as they are:");
    printRows(kept.map(({ name }) => [name]));
  }
}

/** Says which generators were not tried. */
export function sayUntried(untried: readonly SiteName[]): void {
  if (untried.length === 0) return;
  const names = untried.map((name) => `"${name}"`).join(", ");
  say(`Not tried, because it took too long: ${names}.`);
}

function titleOf(name: SiteName): string {
  return GENERATORS[name].title;
}

/** Returns the keys of settings that are new or different, as the file has them. */
function changeOf(settings: Settings, before: Settings): string {
  return Object.entries(settings)
    .filter(([key, value]) => value !== before[key as keyof Settings])
    .map(([key, value]) => `"${key}": ${JSON.stringify(value)}`)
    .join(", ");
}

function printRows(rows: readonly (readonly string[])[]): void {
  const width = Math.max(...rows.map(([first = ""]) => first.length));
  for (const [first = "", rest] of rows) {
    print(groupDigits(rest === undefined ? `  ${first}` : `  ${first.padEnd(width)}  ${rest}`));
  }
}
