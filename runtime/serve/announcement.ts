import picocolors from "picocolors";
import { logLine } from "../observe/log.ts";
import { type BannerFacts, renderBanner } from "./banner.ts";
import { editionFiles } from "./edition-files.ts";
import type { Settings } from "./settings.ts";

interface AnnouncementOptions {
  readonly settings: Settings;
  /** True if the standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Writes a warning to the log. */
  readonly warn: (line: string) => void;
}

/**
 * Says once that docgate answers: in one line for programs, as a list of addresses for a person.
 * That list also has the link that creates the first administrator, which the log has otherwise.
 */
export class Announcement {
  readonly #options: AnnouncementOptions;
  /** True until the list is printed; a machine that collects the log must not get the link. */
  #isListPending: boolean;
  #setupLink: string | null = null;

  constructor(options: AnnouncementOptions) {
    this.#options = options;
    this.#isListPending = options.isTerminal && options.settings.logFormat === "plain";
  }

  /** Takes the link that creates the first administrator. */
  readonly addSetupLink = (link: string): void => {
    const { settings, warn } = this.#options;
    if (this.#isListPending) {
      this.#setupLink = link;
      return;
    }
    const way =
      settings.logFormat === "plain"
        ? `This link creates the first one, and works once: ${link}`
        : '"docgate admin create" creates the first one.';
    warn(`There is no administrator yet. ${way}`);
  };

  /** Returns what to print when the server answers. */
  render(facts: Omit<BannerFacts, "publicUrl" | "corpus" | "setupLink">): string {
    const { settings, now } = this.#options;
    if (!this.#isListPending) {
      const format = settings.logFormat;
      const said = `docgate listening on ${facts.listening}`;
      return `${logLine(said, { format, level: "info", now })}\n`;
    }
    this.#isListPending = false;
    const { publicUrl } = settings;
    const corpus = editionFiles(settings)
      .map(({ file }) => file)
      .join(", ");
    return renderBanner({ ...facts, publicUrl, corpus, setupLink: this.#setupLink }, picocolors);
  }
}
