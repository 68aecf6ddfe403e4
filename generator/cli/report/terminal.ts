import type { Colors } from "picocolors/types.js";

/** The terminal that a report is for. */
export interface Terminal {
  readonly columns: number;
  readonly colors: Colors;
  /** True if it shows links (OSC 8). */
  readonly hasLinks: boolean;
}

/** Programs that show links, as they name themselves in `TERM_PROGRAM`. */
const PROGRAMS = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "zed"];
const TERMS = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot)/;
/** The first release of VTE with links, 0.50. */
const VTE_WITH_LINKS = 5000;

/** Tells whether a terminal shows links, by what it sets in the environment. */
export function showsLinks(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { FORCE_HYPERLINK, TERM = "", TERM_PROGRAM = "", VTE_VERSION } = environment;
  if (FORCE_HYPERLINK !== undefined) return FORCE_HYPERLINK !== "0";
  // These pass on only what they know, or nothing reads them.
  if (environment.CI !== undefined || environment.TMUX !== undefined) return false;
  return (
    PROGRAMS.includes(TERM_PROGRAM) ||
    TERMS.test(TERM) ||
    environment.WT_SESSION !== undefined ||
    environment.KONSOLE_VERSION !== undefined ||
    Number(VTE_VERSION ?? 0) >= VTE_WITH_LINKS
  );
}

/** Returns a text as a link to an address, if the terminal shows links. */
export function linked(
  text: string,
  { to, hasLinks }: { readonly to: string } & Pick<Terminal, "hasLinks">,
): string {
  return hasLinks ? `\u001b]8;;${to}\u001b\\${text}\u001b]8;;\u001b\\` : text;
}
