import { micromark, type Options } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

type HtmlExtension = NonNullable<Options["htmlExtensions"]>[number];

/**
 * Renders Markdown with the parser that headings were found with. The result contains the page's
 * own HTML and is not safe. Each heading of the Markdown has its offset in the source as
 * `data-start`, by which the corpus knows it.
 */
export function toHtml(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml(), headingsWithOffsets(), CODE_WITH_LANGUAGE, OWN_HTML],
    allowDangerousHtml: true,
  });
}

function headingsWithOffsets(): HtmlExtension {
  let start = 0;
  return {
    enter: {
      atxHeading(token) {
        start = token.start.offset;
      },
    },
    exit: {
      atxHeadingSequence(token) {
        // A heading may end with further signs.
        if (this.getData("headingRank")) return;
        const rank = this.sliceSerialize(token).length;
        this.setData("headingRank", rank);
        this.lineEndingIfNeeded();
        this.tag(`<h${rank} data-start="${start}">`);
      },
      setextHeading(token) {
        const text = this.resume();
        const rank = this.getData("headingRank");
        this.lineEndingIfNeeded();
        this.tag(`<h${rank} data-start="${token.start.offset}">${text}</h${rank}>`);
        this.setData("slurpAllLineEndings");
        this.setData("headingRank");
      },
    },
  };
}

/** Gives code its language, and what else is behind the fence. */
const CODE_WITH_LANGUAGE: HtmlExtension = {
  exit: {
    codeFencedFenceInfo() {
      this.tag(` data-lang="${this.resume()}"`);
    },
    codeFencedFenceMeta() {
      this.tag(` data-meta="${this.resume()}"`);
    },
  },
};

/** Leaves HTML as it is. GFM would show some elements as text, such as the styles of a page. */
const OWN_HTML: HtmlExtension = {
  exit: {
    htmlFlowData(token) {
      this.raw(this.sliceSerialize(token));
    },
    htmlTextData(token) {
      this.raw(this.sliceSerialize(token));
    },
  },
};
