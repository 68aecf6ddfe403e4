import type { SiteSettings } from "../config/site-settings.ts";
import { CheckoutFiles } from "./data/files/checkout-files.ts";
import { gitRootOf } from "./data/files/find-files.ts";
import { pathFrom } from "./docs-place.ts";
import { DOCUMENT } from "./document.ts";
import type { OwnConfig, SiteGenerator, SiteModel } from "./model.ts";

/** The settings of files as GitHub shows them. */
const GITHUB: SiteSettings = {
  ...DOCUMENT,
  drafts: [],
  index: ["README", "readme", "Readme"],
  indexSuffix: "/",
  anchors: "github",
  relativeTo: "address",
};

/**
 * The files of a repository, as they are browsed on GitHub: an address is the path of a file in the
 * repository, that of a README its folder. It is never recognised: every repository has a README.
 */
export const github: SiteGenerator = { open };

async function open({ root }: OwnConfig): Promise<SiteModel> {
  const top = gitRootOf(root);
  const folder = top === null ? "" : pathFrom(top, root);
  const files = top === null ? null : new CheckoutFiles(top);
  return {
    base: folder === "" ? "" : `/${folder}`,
    settings: GITHUB,
    addressOf: ({ path }) => {
      const isReadme = /(?:^|\/)readme\.[a-z]+$/i.test(path);
      return `/${isReadme ? path.slice(0, path.lastIndexOf("/") + 1) : path}`;
    },
    idPrefix: "user-content-",
    ...(files && { checkout: { folder, has: (path) => files.has(path) } }),
  };
}
