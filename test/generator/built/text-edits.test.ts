import { describe, expect, it } from "vitest";
import { shownTexts } from "./shown-texts.ts";
import { themed } from "./sites.ts";

const INTRO =
  "Every parcel is weighed twice before it leaves the warehouse, and once more when it comes back.";
const OUTRO =
  "Ask the night shift for the spare key, and hang it on the hook behind the door afterwards.";

interface Texts {
  readonly markdown: string;
  readonly html: string;
  readonly path?: string;
}

/** Returns the page text between an introduction and an ending that both texts have. */
async function between({ markdown, html, path = "parcels.md" }: Texts): Promise<string> {
  const docs = { [path]: `# Parcels\n\n${INTRO}\n\n${markdown}\n\n${OUTRO}\n` };
  const body = `<h1 id="parcels">Parcels</h1><p>${INTRO}</p>${html}<p>${OUTRO}</p>`;
  const pages = { "parcels/index.html": themed(body, { title: "Parcels" }) };
  const { text } = (await shownTexts(docs, pages))[path]!;
  return text.slice(text.indexOf(INTRO) + INTRO.length, text.indexOf(OUTRO)).trim();
}

describe("findTextEdits: what only the site shows", () => {
  it("a component's text stands where the component was", async () => {
    const text = await between({
      markdown: "<PriceList year={2026} />",
      html: "<p>A letter costs two crowns.</p><p>A parcel costs nine.</p>",
    });

    expect(text).toBe("A letter costs two crowns.\n\nA parcel costs nine.");
  });

  it("a value in a line", async () => {
    const text = await between({
      markdown: "Scales of version {{ version }}, and *no* older ones, are allowed.",
      html: "<p>Scales of version 4.2, and <em>no</em> older ones, are allowed.</p>",
    });

    expect(text).toBe("Scales of version 4.2, and *no* older ones, are allowed.");
  });

  it("the items of a template's loop stand in the place of its only one", async () => {
    const text = await between({
      markdown: "{% for van in vans %}\n- [{{ van.name }}]({{ van.url }})\n{% endfor %}",
      html: '<ul><li><a href="/a">Blue van</a></li><li><a href="/b">Red lorry</a></li></ul>',
    });

    expect(text).toBe("Blue van\n\nRed lorry");
  });

  it("the label of an alert is not put in", async () => {
    const markdown = "> [!NOTE]\n> Labels must be dry.";
    const html = "<blockquote><p>NOTE</p><p>Labels must be dry.</p></blockquote>";

    expect(await between({ markdown, html })).toBe(markdown);
    expect(await between({ markdown, html: html.replace("NOTE", "Note") })).toBe(markdown);
  });

  it("code that is included is a block of code", async () => {
    const text = await between({
      markdown: '--8<-- "weigh.sh"',
      html: "<pre><code>scale --tare\n  weigh `parcel`\n</code></pre>",
    });

    expect(text).toBe("```\nscale --tare\n  weigh `parcel`\n```");
  });

  it("headings of an included file keep their ids", async () => {
    const docs = {
      "a.md": `# Parcels\n\n${INTRO}\n\n{% include scales.md %}\n\n## Keys\n\n${OUTRO}\n`,
    };
    const html = `<h1>Parcels</h1><p>${INTRO}</p><h2 id="the-scales">Scales</h2><p>Two of them are broken.</p><h2 id="keys">Keys</h2><p>${OUTRO}</p>`;
    const { file, text } = (await shownTexts(docs, { "a.html": themed(html) }))["a.md"]!;

    expect(text).toContain("## Scales {#the-scales}\n\nTwo of them are broken.\n\n## Keys");
    expect(file.headings.map(({ text, anchor }) => [text, anchor])).toEqual([
      ["Parcels", "parcels"],
      ["Scales", "the-scales"],
      ["Keys", "keys"],
    ]);
  });

  it.each([
    ["*not emphasis*, `no code`, [no link](x) and <b>", "\\*not emphasis\\*"],
    ["# 1 of the shelves", "\\# 1 of"],
    ["12. Shelf of the north", "12\\. Shelf"],
    ["- a dash at first", "\\- a dash"],
    ["::: three colons", "\\::: three"],
    ["import and export of goods", "&#105;mport and export"],
  ])("is text, whatever it looks like: %s", async (shown, written) => {
    const escaped = shown.replaceAll("<", "&lt;");
    const texts = { markdown: "<Notice />", html: `<p>${escaped}</p>` };

    expect(await between(texts)).toContain(written);
    expect(await between({ ...texts, path: "parcels.mdx" })).toContain(written);
  });
});

describe("findTextEdits: what the site does not show", () => {
  it.each([
    ["import Tabs from '@theme/Tabs';"],
    ['<Tabs>\n<TabItem value="one">'],
    ['{{< toc depth="2" >}}'],
    ["{% raw %}"],
    [":::"],
    ["[[toc]]"],
    ["A paragraph which was only meant for the printed edition."],
  ])("is taken out: %s", async (markdown) => {
    expect(await between({ markdown, html: "" })).toBe("");
  });

  it("a directive's title stays as text", async () => {
    const text = await between({
      markdown: ":::note[Heavy parcels]\n\nTwo people carry them.\n\n:::",
      html: "<div><p>Heavy parcels</p><p>Two people carry them.</p></div>",
    });

    expect(text).toBe("Heavy parcels\n\nTwo people carry them.");
  });

  it("markup of sites that the page shows stays", async () => {
    const markdown = "Write `{{ version }}` or <Tabs> for that.";
    const html = "<p>Write <code>{{ version }}</code> or &lt;Tabs> for that.</p>";

    expect(await between({ markdown, html })).toBe(markdown);
  });

  it("code stays, also if the page shows less of it", async () => {
    const markdown = "```js\n// highlight-next-line\nweigh();\n```";

    expect(await between({ markdown, html: "<pre>weigh();</pre>" })).toBe(markdown);
  });

  it("signs, names of emoji and what is elsewhere stay", async () => {
    const markdown =
      'A "heavy" parcel -- :package: -- is carried[^1] by two.\n\n[^1]: Ask the porter before.';
    const html = "<p>A “heavy” parcel – 📦 – is carried by two.</p><p>Ask the porter before. ↩</p>";

    expect(await between({ markdown, html })).toBe(markdown);
  });

  it("marks around it go with it, and half of a mark is never taken out", async () => {
    const html = "<p>The scales are checked every day.</p>";

    expect(await between({ markdown: "The scales are **{{ x }}** checked every day.", html })).toBe(
      "The scales are checked every day.",
    );
  });
});

describe("findTextEdits: the structure of a page", () => {
  it("the title of a block of code stands before it, not in it", async () => {
    const text = await between({
      markdown: 'Run it:\n\n```sh title="weigh.sh"\nscale --tare\n```',
      html: "<p>Run it:</p><div>weigh.sh</div><pre><code>scale --tare\n</code></pre>",
    });

    expect(text).toBe('Run it:\n\nweigh.sh\n\n```sh title="weigh.sh"\nscale --tare\n```');
  });

  it("what an admonition has indented is not code", async () => {
    const text = await between({
      markdown: '!!! note "Heavy parcels"\n\n    Two people *carry* them.',
      html: "<div><p>Heavy parcels</p><p>Two people <em>carry</em> them.</p></div>",
    });

    expect(text).toBe("Heavy parcels\n\nTwo people *carry* them.");
  });

  it("a link whose address has markup becomes its text", async () => {
    const text = await between({
      markdown: "Read [the rules]({{ '/rules/' | relative_url }}) before you weigh anything.",
      html: "<p>Read <a href='/rules/'>the rules</a> before you weigh anything.</p>",
    });

    expect(text).toBe("Read the rules before you weigh anything.");
  });

  it("values stand in their cells of a table", async () => {
    const text = await between({
      markdown:
        "| Scale | Limit |\n| --- | --- |\n| {{ first }} | 9 kilograms |\n| north | {{ last }} stones |",
      html: "<table><tr><th>Scale<th>Limit<tr><td>south door<td>9 kilograms<tr><td>north<td>3 stones</table>",
    });

    expect(text).toBe(
      "| Scale | Limit |\n| --- | --- |\n| south door | 9 kilograms |\n| north | 3 stones |",
    );
  });

  it("an image stays, also if the words in its address are shown nowhere", async () => {
    const markdown = '=== "South"\n\n    ![The southern door](south-door.png)';
    const html = "<div>South</div><img src='south-door.png' alt='The southern door'>";

    expect(await between({ markdown, html })).toBe("South\n\n![The southern door](south-door.png)");
  });
});

describe("findTextEdits: what themes add", () => {
  it("lines of most pages, and lists of the headings, are not put in", async () => {
    const names = ["Parcels", "Letters", "Stamps", "Boxes", "Strings"];
    const docs = Object.fromEntries(
      names.map((name, at) => [
        `${name}.md`,
        `# ${name}\n\n${at} ${INTRO}\n\n## Keys of ${name}\n\n${OUTRO}\n`,
      ]),
    );
    const html = Object.fromEntries(
      names.map((name, at) => [
        `${name}.html`,
        themed(
          `<h1>${name}</h1><p>Written on day ${at}</p><ul><li>Keys of ${name}</ul><p>${at} ${INTRO}</p>` +
            `<h2 id="keys-of-${name.toLowerCase()}">Keys of ${name}</h2><p>${OUTRO}</p><p>Was this of any use?</p>`,
        ),
      ]),
    );
    const texts = await shownTexts(docs, html);

    expect(
      Object.fromEntries(Object.entries(texts).map(([path, { text }]) => [path, text])),
    ).toEqual(docs);
  });
});
