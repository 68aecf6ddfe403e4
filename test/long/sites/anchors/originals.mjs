/**
 * Runs the originals that are npm packages, in the folder where they are installed: reads the pages
 * as JSON, and prints rule → ids of each page's headings. A page that an original refuses has null.
 */
import { text } from "node:stream/consumers";
import * as mintlify from "@mintlify/common";
import { createMarkdownParser } from "@nuxtjs/mdc/runtime";
import GithubSlugger from "github-slugger";
import MarkdownIt from "markdown-it";
import anchor from "markdown-it-anchor";
import attrs from "markdown-it-attrs";
import { toString as textOf } from "mdast-util-to-string";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { createMarkdownRenderer } from "vitepress";

// Nextra exports only what sites use.
const nextra = await import(
  new URL("node_modules/nextra/dist/server/remark-plugins/index.js", import.meta.url)
);
const pages = JSON.parse(await text(process.stdin));
const vitepress = await createMarkdownRenderer(import.meta.dirname);
const markdownIt = new MarkdownIt({ html: true }).use(attrs).use(anchor);

const originals = {
  github: (page) => {
    if (hasCustomId(page)) return null;
    const slugger = new GithubSlugger();
    const headings = unified().use(remarkParse).parse(page).children;
    return headings.map((heading) =>
      slugger.slug(textOf(heading, { includeImageAlt: false, includeHtml: false })),
    );
  },
  vitepress: async (page) =>
    idsIn(await vitepress.render(page, { path: "a.md", relativePath: "a.md" })),
  "markdown-it-anchor": (page) => idsIn(markdownIt.render(page)),
  nuxt: async (page) => {
    if (hasCustomId(page)) return null;
    const parse = await createMarkdownParser({});
    return (await parse(page)).body.children.map(({ props }) => props.id);
  },
  mintlify: (page) => {
    const mdx = unified()
      .use(remarkParse)
      .use(remarkMdx)
      .use(mintlify.remarkComponentIds, {})
      .use(mintlify.remarkExtractTableOfContents, {}, {})
      .use(mintlify.rehypeUnicodeIds);
    const tree = mdx.runSync(mdx.parse(mintlify.preprocessCustomHeadingIds(page)));
    return tree.children.map(
      ({ attributes = [] }) => attributes.find(({ name }) => name === "id")?.value ?? null,
    );
  },
  nextra: (page) => {
    const markdown = unified()
      .use(remarkParse)
      .use(nextra.remarkCustomHeadingId)
      .use(nextra.remarkHeadings, {});
    const tree = markdown.parse(page.replace(/\{#([^}]+)\}$/gm, "[#$1]"));
    return markdown
      .runSync(tree, { data: {} })
      .children.map(({ data }) => data?.hProperties?.id ?? null);
  },
};

const results = {};
for (const [rule, idsOf] of Object.entries(originals)) {
  results[rule] = [];
  for (const page of pages) results[rule].push(await orNull(() => idsOf(page)));
}
process.stdout.write(JSON.stringify(results), () => process.exit());

/** Their Markdown has no ids of the author's own. */
function hasCustomId(page) {
  return page.includes("{#");
}

async function orNull(run) {
  try {
    return await run();
  } catch {
    return null;
  }
}

function idsIn(html) {
  return [...html.matchAll(/<h[1-6]\b[^>]*? id="([^"]*)"/g)].map(([, id]) =>
    id.replace(
      /&(amp|lt|gt|quot);/g,
      (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name],
    ),
  );
}
