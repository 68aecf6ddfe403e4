import { type PrintedFolder, type PrintedRedirect, pathOf } from "../printed.ts";

/**
 * Returns locations for nginx, to include in a `server`. A location matches the decoded path.
 * Both forms of an address count, with and without a slash at the end.
 */
export function nginxRules(pages: readonly PrintedRedirect[]): string {
  return pages
    .flatMap(({ from, to }) => {
      const path = decodeURIComponent(pathOf(from));
      const answer = to === null ? "return 410" : `return 301 ${quote(nginxTarget(to))}`;
      const paths = path === "" ? ["/"] : [path, `${path}/`];
      return paths.map((each) => `location = ${quote(each)} { ${answer}; }\n`);
    })
    .join("");
}

/** Returns locations for folders: that of an address itself comes first, whatever their order. */
export function nginxFolders(folders: readonly PrintedFolder[]): string {
  return folders
    .map(({ from, folder, page }) => {
      const start = decodeURIComponent(from);
      const pattern = quote(`^${escapeExpression(start)}(.*)$`);
      const target = folder === null ? page : `${nginxTarget(folder)}$1`;
      const answer =
        target === null
          ? "return 410"
          : folder === null
            ? `return 301 ${quote(nginxTarget(target))}`
            : `rewrite ${pattern} ${quote(target)} permanent`;
      return `location ^~ ${quote(start)} { ${answer}; }\n`;
    })
    .join("");
}

/** Encodes the dollar sign, which would begin a variable. */
function nginxTarget(address: string): string {
  return address.replaceAll("$", "%24");
}

/**
 * Returns rules of Apache's mod_alias. The pattern is matched with the decoded path, and the path of
 * the target is encoded by Apache.
 */
export function apacheRules(pages: readonly PrintedRedirect[]): string {
  return pages
    .map(({ from, to }) => {
      const pattern = quote(`^${escapeExpression(decodeURIComponent(pathOf(from)))}/?$`);
      if (to === null) return `RedirectMatch 410 ${pattern}\n`;
      const [path = "", fragment] = to.split("#", 2);
      const target = decodeURIComponent(path) + (fragment === undefined ? "" : `#${fragment}`);
      return `RedirectMatch 301 ${pattern} ${quote(escapeReference(target))}\n`;
    })
    .join("");
}

/** Returns rules for folders, which must come after those of addresses: the first that matches counts. */
export function apacheFolders(folders: readonly PrintedFolder[]): string {
  return folders
    .map(({ from, folder, page }) => {
      const pattern = quote(`^${escapeExpression(decodeURIComponent(from))}(.*)$`);
      const target = folder ?? page;
      if (target === null) return `RedirectMatch 410 ${pattern}\n`;
      const written = escapeReference(decodeURIComponent(target)) + (folder === null ? "" : "$1");
      return `RedirectMatch 301 ${pattern} ${quote(written)}\n`;
    })
    .join("");
}

function escapeExpression(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
}

/** Escapes `$` and `&`, which would refer to a part of the match. */
function escapeReference(text: string): string {
  return text.replace(/[$&\\]/g, String.raw`\$&`);
}

/** Quotes a string for a configuration file: both nginx and Apache read a backslash as an escape. */
function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, String.raw`\$&`)}"`;
}
