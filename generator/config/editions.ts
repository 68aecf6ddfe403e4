import { posix, resolve } from "node:path";
import * as z from "zod";
import { EDITION_ACCESS, isEditionName } from "../../corpus/edition.ts";
import type { Edition } from "../../corpus/schema.ts";

const nameSchema = z
  .string()
  .refine(isEditionName, "expected 1 to 64 letters of ASCII, digits, `.`, `_` and `-`");

const editionSchema = z.looseObject({
  name: nameSchema,
  root: z.string().min(1),
  base: z.string(),
  version: z.string().min(1).optional(),
  language: z
    .string()
    .refine(isLanguageTag, "expected a BCP 47 tag such as en or pt-BR")
    .optional(),
  set: nameSchema.optional(),
  access: z.enum(EDITION_ACCESS).default("public"),
  organizations: z.array(z.string().min(1)).optional(),
});

export const editionsSchema = z.array(editionSchema).superRefine(refuseTogether).default([]);

type ParsedEdition = z.output<typeof editionSchema>;

/** The keys that only editions have. */
export const EDITION_KEYS = Object.keys(editionSchema.shape);

/** Returns the keys of the configuration that count in an edition, unchecked. */
export function keysIn(edition: ParsedEdition, outer: object): object {
  const { name, root, version, language, set, access, organizations, ...own } = edition;
  const { editions, serve, ...shared } = outer as { editions?: unknown; serve?: unknown };
  return { ...shared, ...own };
}

/** Makes the trees of editions: the pages of one inside of another's docs root belong to the inner one. */
export function treesOf<Config extends { readonly ignore: string[] }>(
  editions: readonly ParsedEdition[],
  configs: readonly Config[],
) {
  return editions.map((each, place) => {
    const { name, version = null, language = null, set = null, access, organizations = [] } = each;
    const edition: Edition = { name, version, language, set, access };
    const config = configs[place]!;
    const inner = editions.flatMap(({ root }) => {
      const below = posix.relative(each.root, root);
      return below === "" || below.startsWith("..") ? [] : [`${below}/**`];
    });
    const ignore = [...config.ignore, ...inner];
    return { edition, root: each.root, organizations, config: { ...config, ignore, edition } };
  });
}

interface WithEditions<Config> {
  readonly editions: readonly { readonly root: string; readonly config: Config }[];
}

/**
 * Returns the configuration that counts in a docs root: that of its edition if it is the root of one.
 *
 * @param folder what the docs roots are relative to
 */
export function configIn<Config extends WithEditions<Config>>(
  config: Config,
  { root, folder }: { readonly root: string; readonly folder: string },
): Config {
  const isRoot = (other: string) => resolve(folder, other) === resolve(folder, root);
  return config.editions.find((edition) => isRoot(edition.root))?.config ?? config;
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    // It throws for nothing else.
    return false;
  }
}

function refuseTogether(editions: readonly ParsedEdition[], context: z.RefinementCtx): void {
  const first = new Map<string, string>();
  for (const [place, { name, access, organizations }] of editions.entries()) {
    const folded = name.toLowerCase();
    const before = first.get(folded);
    if (before === undefined) first.set(folded, name);
    else {
      const message = `names must differ by more than the case of letters, but "${before}" is listed, too`;
      context.addIssue({ code: "custom", path: [place, "name"], message });
    }
    if (organizations !== undefined && access === "public") {
      const message = 'only an edition with "access": "contract" has them';
      context.addIssue({ code: "custom", path: [place, "organizations"], message });
    }
  }
  if (editions.length > 0 && editions.every(({ access }) => access !== "public")) {
    const message = 'expected at least one edition without "access": "contract": the default one';
    context.addIssue({ code: "custom", path: [], message });
  }
}
