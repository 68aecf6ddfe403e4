import type { Share } from "../../built/match/differences.ts";
import type { BuiltReport } from "../../built/settle/built-report.ts";
import type { SiteName } from "../../config/site-settings.ts";
import { CANDIDATES, type Settings, type Trial } from "./settings.ts";

/** How well the model of a generator fits a built site. */
export interface ModelFit {
  readonly trial: Trial;
  /** The addresses of pages that it gives another one, or leaves out. */
  readonly exceptions: Readonly<Record<string, string>>;
  /** Of all pages that were found on the site. */
  readonly addresses: Share;
  /** Of all its headings on these pages: those that are ids there. */
  readonly anchors: Share;
}

interface FitOptions {
  readonly built: BuiltReport;
  /** The generators that the tree's own files name; empty if they name none. */
  readonly recognised: readonly SiteName[];
  /** Checks the tree without the built site. @returns null if there is no such site here */
  readonly attempt: (settings: Settings) => Promise<Trial | null>;
  /** Tells whether no more generators are tried. */
  readonly isOver: () => boolean;
}

/** The models that were tried, the best one first. */
export interface Fits {
  readonly fits: readonly ModelFit[];
  /** Generators that were not tried, for lack of time. */
  readonly untried: readonly SiteName[];
}

/** Finds out how well the models of generators fit a built site: those that the tree's files name, or all. */
export async function fitModels({ built, recognised, attempt, isOver }: FitOptions): Promise<Fits> {
  const fits: ModelFit[] = [];
  const untried: SiteName[] = [];
  const bases = basesOf(built);
  for (const site of recognised.length > 0 ? recognised : CANDIDATES) {
    if (isOver()) {
      untried.push(site);
      continue;
    }
    const plain = await attempt({ site });
    if (plain === null) continue;
    fits.push(fitOf(plain, built));
    for (const base of isPerfect(fits.at(-1)!) ? [] : bases) {
      const trial = base === plain.model.base ? null : await attempt({ site, base });
      if (trial !== null) fits.push(fitOf(trial, built));
    }
  }
  fits.sort(
    (left, right) =>
      right.addresses.right - left.addresses.right || right.anchors.right - left.anchors.right,
  );
  return { fits, untried };
}

function isPerfect({ addresses }: ModelFit): boolean {
  return addresses.right === addresses.all;
}

/** Returns the paths that the addresses of all pages begin with. */
function basesOf({ site, match }: BuiltReport): string[] {
  const [first, ...others] = match.matched.map(({ page }) => page.address.split("/").slice(0, -1));
  if (first === undefined) return [];
  let length = first.length;
  for (const folders of others) {
    while (first.slice(0, length).join("/") !== folders.slice(0, length).join("/")) length--;
  }
  return [...new Set([first.slice(0, length).join("/"), site.base])];
}

function fitOf(trial: Trial, { match }: BuiltReport): ModelFit {
  const exceptions: Record<string, string> = {};
  let anchors = 0;
  let rightAnchors = 0;
  for (const { source, page } of match.matched) {
    const model = trial.model.pageOf(source.path);
    if (model?.address !== page.address) exceptions[source.path] = page.address;
    if (model === null) continue;
    const ids = new Set(page.html.ids);
    anchors += model.anchors.length;
    rightAnchors += model.anchors.filter((anchor) => ids.has(anchor)).length;
  }
  const all = match.matched.length;
  return {
    trial,
    exceptions,
    addresses: { right: all - Object.keys(exceptions).length, all },
    anchors: { right: rightAnchors, all: anchors },
  };
}

/** A model that gives fewer addresses right is not that of the site. */
const ENOUGH = 0.5;

/**
 * Returns the settings of a site: those of the model that fits best, with exceptions; if none fits, what
 * reads its addresses from the built site.
 *
 * @param folder the built site, relative to the docs root
 */
export function settingsOfBuilt([best]: readonly ModelFit[], folder: string): Settings {
  if (best === undefined || best.addresses.right < best.addresses.all * ENOUGH) {
    return { site: "document", built: folder };
  }
  const { settings } = best.trial;
  if (isPerfect(best)) return settings;
  const site = { generator: settings.site as SiteName, addresses: { ...best.exceptions } };
  return { ...settings, site };
}
