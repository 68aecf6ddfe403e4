import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A page with one mistake. */
export interface Mistake {
  /** A sentence about it, for the table. */
  readonly name: string;
  readonly file: string;
  /** The lines at which a report is right, 1-based: of a definition, also where it is used. */
  readonly lines: readonly number[];
}

interface Page {
  readonly name: string;
  readonly file: string;
  readonly text: string | Buffer;
  /** The lines with the mistake. */
  readonly at: string;
}

/** An address that answers 404. */
const DEAD = "/dead";

/** Pages with one mistake each; all other links in them are right. */
function mistakenPages(host: string): Page[] {
  const page = (name: string, file: string, at: string): Page => {
    const text = `# Title of ${file}

See [the guide](guide.md) first.

${at}
`;
    return { name, file, text, at };
  };
  return [
    page("a link to a page that is not there", "m-link.md", "Then [go on](gone.md)."),
    page("a link in another letter case", "m-case.md", "Then [go on](Guide.md)."),
    page("a link out of the tree to nothing", "m-outside.md", "Then [go on](../gone.md)."),
    page("a link in HTML", "m-html-link.md", 'Then <a href="gone.md">go on</a>.'),
    page("the definition of a link", "m-definition.md", "Then [go on][1].\n\n[1]: gone.md"),
    page("a fragment of the same page", "m-own-fragment.md", "Then [go on](#gone)."),
    page("a fragment of another page", "m-fragment.md", "Then [go on](guide.md#gone)."),
    page("a fragment after a query", "m-query.md", "Then [go on](guide.md?tab=one#gone)."),
    page("an image that is not there", "m-image.md", "![A map](images/gone.png)"),
    page("an image in another letter case", "m-image-case.md", "![A map](images/Map.png)"),
    page("an image in HTML", "m-html-image.md", '<img src="images/gone.png" alt="A map">'),
    page("an image without a text", "m-alt.md", "![](images/map.png)"),
    page("a reference without a definition", "m-reference.md", "Then [go on][nowhere]."),
    page("a dead link to another host", "m-host.md", `Then [go on](${host}${DEAD}).`),
    page("text that readers do not see", "m-hidden.md", "<!-- Say that it is free. -->"),
    {
      name: "a title that another page has",
      file: "m-title.md",
      text: "# Guide\n\nSee [the guide](guide.md) first.\n",
      at: "# Guide",
    },
    {
      name: "frontmatter that is not YAML",
      file: "m-frontmatter.md",
      text: '---\ntitle: "open\n---\n\n# Frontmatter\n',
      at: 'title: "open',
    },
    {
      name: "a page that is not UTF-8",
      file: "m-encoding.md",
      text: Buffer.from("# Encoding\n\nGr\xfc\xdfe\n", "latin1"),
      at: "Gr",
    },
  ];
}

/** Pages in which nothing is wrong, though some of it looks like a mistake. */
function rightPages(host: string): Record<string, string> {
  return {
    "guide.md": `# Guide

## First steps

## First steps

## What's new? (2.0) – \`code\` & more

<a id="own-id"></a>

##### Deep down

[one](#first-steps), [two](#first-steps-1), [news](#whats-new-20--code--more), [own](#own-id),
[deep](#deep-down), [top](#top), [text](#:~:text=Deep) and [a query](folder/page.md?tab=one#page).
`,
    "folder/page.md": `# Page

[up](../guide.md#own-id), [the folder](../folder/), [spaces](../with%20space.md), [it][it] and
[another case of a definition][IT], ![a map](../images/map.png), <a href="../guide.md">HTML</a>.

[it]: ../guide.md
`,
    "folder/README.md": `# Folder\n\n[a page](page.md), [alive](${host}/alive), [mail](mailto:a@acme.io)\n`,
    "with space.md": `# Spaces

\`[code](gone.md)\` and

    [more code](gone.md)

\`\`\`md
[even more](gone.md#gone) ![x](gone.png)
\`\`\`

- [ ] a task, [brackets] alone, an array[0] and a note[^1]

\\[escaped](gone.md)

[^1]: The note.
`,
  };
}

/** Writes the tree. @returns its mistakes, in the order of the table */
export async function writeMistakes(root: string, host: string): Promise<Mistake[]> {
  const pages = mistakenPages(host);
  const files = [
    ...pages.map(({ file, text }) => [file, text] as const),
    ...Object.entries(rightPages(host)),
    ["images/map.png", ""] as const,
  ];
  for (const [path, content] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return pages.map(({ name, file, text, at }) => {
    const before = text.toString("latin1").split(at, 1)[0]!;
    const first = before.split("\n").length;
    const lines = at.split("\n").map((_, line) => first + line);
    return { name, file, lines };
  });
}
