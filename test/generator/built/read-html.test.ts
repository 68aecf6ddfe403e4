import { describe, expect, it } from "vitest";
import type { HtmlHeading, HtmlPage } from "../../../generator/built/html/html-page.ts";
import { MAX_HTML_DEPTH, readHtml } from "../../../generator/built/html/read-html.ts";
import { MAX_PAGE_BYTES } from "./sites.ts";

function read(html: string): HtmlPage {
  const page = readHtml(new TextEncoder().encode(html), { maxPageBytes: MAX_PAGE_BYTES });
  if ("message" in page) throw new Error(page.message);
  return page;
}

function headingsOf(html: string): [depth: number, text: string, id: string | null][] {
  return read(html).headings.map(({ depth, text, id }) => [depth, text, id]);
}

describe("readHtml: the page", () => {
  it("title, language, canonical address, base", () => {
    const page = read(
      '<html lang="pt-BR"><head><title>\n  Pages &amp; more </title><base href="/docs/">' +
        '<link rel="canonical" href="https://example.org/docs/pages/"></head>' +
        '<body lang="en"><svg><title>Icon</title></svg></body></html>',
    );

    expect(page).toMatchObject({
      title: "Pages & more",
      lang: "pt-BR",
      canonical: "https://example.org/docs/pages/",
      base: "/docs/",
      refresh: null,
      isNoindex: false,
    });
  });

  it.each([
    ["0; url=/new/", "/new/"],
    ["0;URL='https://example.org/a b'", "https://example.org/a b"],
    ["5; /new/", "/new/"],
    ["30", null],
  ])("a refresh: %s", (content, target) => {
    expect(read(`<meta http-equiv="Refresh" content="${content}">`).refresh).toBe(target);
  });

  it("a page that search engines leave out", () => {
    expect(read('<meta name="robots" content="follow, noindex">').isNoindex).toBe(true);
    expect(read('<meta name="robots" content="index, follow">').isNoindex).toBe(false);
  });

  it("all ids, and names of anchors, but not those in a template", () => {
    const page = read(
      '<p id="p"><a name="old"></a><input name="q"><svg><symbol id="icon"/></svg>' +
        '<template><b id="later"></b></template><i id="p"></i>',
    );

    expect(page.ids).toEqual(["p", "old", "icon"]);
  });

  it("links without query and fragment, each once; none to other kinds of places", () => {
    const page = read(
      '<a href="/a/?x=1#b">1</a><a href="/a/">2</a><a href="../c.html">3</a><a href="#d">4</a>' +
        '<a href="mailto:a@b.c">5</a><a href="https://example.org/e">6</a><link href="/f.css">',
    );

    expect(page.links).toEqual(["/a/", "../c.html", "https://example.org/e"]);
  });
});

describe("readHtml: headings", () => {
  it.each([
    ["its own id", '<h2 id="own"><a id="inner"></a>Title</h2>', "own"],
    ["a name inside", '<h2><a name="inner"></a>Title</h2>', "inner"],
    ["the section around it", '<section id="part"><h2>Title</h2><p>x</section>', "part"],
    [
      "the section around it, by class",
      '<div class="section" id="part"><h2>Title</h2></div>',
      "part",
    ],
    ["a mark before it", '<p><a id="mark"></a></p>\n<h2>Title</h2>', "mark"],
    [
      "the id that its own link names",
      '<section id="part"><span id="alias"></span><h2>Title <a href="#alias">¶</a></h2></section>',
      "alias",
    ],
    ["no id of a mark that text follows", '<a id="mark"></a>Text<h2>Title</h2>', null],
    ["no id of a section that has ended", '<section id="part"></section><h2>Title</h2>', null],
    [
      "no id of the page's frame",
      '<div id="root"><main id="main"><h2>Title</h2></main></div>',
      null,
    ],
  ])("%s", (_, html, id) => {
    expect(headingsOf(html)).toEqual([[2, "Title", id]]);
  });

  it.each([
    ["a mark after the text", '<h2 id="a">Title<a href="#a" title="Link">#</a></h2>'],
    ["a mark before the text", '<h2 id="a"><a href="#a">§</a> Title</h2>'],
    ["a sentence after the heading", '<h2 id="a">Title</h2><a href="#a">Link to "Title"</a>'],
    ["the text itself as a link", '<h2 id="a"><a href="#a">Title</a></h2>'],
    ["an id that is written as in an address", '<h2 id="a%3F">Title<a href="#a%3F">¶</a></h2>'],
    ["a mark that is not drawn", '<h2 id="a">Title<a href="#a">\u200b</a></h2>'],
    ["a mark for eyes only", '<h2 id="a"><span aria-hidden="true">🔗</span>Title</h2>'],
  ])("without the link to it: %s", (_, html) => {
    const page = read(`${html}<p>Text</p>`);

    expect(page.headings[0]!.text).toBe("Title");
    expect(page.text).toBe("Title\nText");
  });

  it("a link to another place is text", () => {
    expect(headingsOf('<h2 id="a">See <a href="#b">the other</a></h2>')).toEqual([
      [2, "See the other", "a"],
    ]);
  });

  it("a link to the heading with a badge after it", () => {
    expect(headingsOf('<h3 id="a"><a href="#a">options</a> <small>New</small></h3>')).toEqual([
      [3, "options New", "a"],
    ]);
  });

  it("blanks, breaks and images", () => {
    expect(headingsOf('<h1>\n A<br>b\u00a0c </h1><h2 id="x"><img alt="Logo"></h2>')).toEqual([
      [1, "A b c", null],
      [2, "Logo", "x"],
    ]);
  });

  it("know where they are in the text", () => {
    const { text, headings } = read("<p>Before</p><h2>One</h2>after<h3>Two</h3>");
    const at = ({ start, end }: HtmlHeading) => text.slice(start, end);

    expect(headings.map(at)).toEqual(["One", "Two"]);
    expect(text).toBe("Before\nOne\nafter\nTwo");
  });
});

describe("readHtml: text", () => {
  it("is laid out as browsers do: blocks are lines, code keeps its own", () => {
    const page = read(
      "<p>Some\n   <b>bold</b>er words</p><ul><li>one<li>two</ul>" +
        "<pre>\nif (a) {\n  b;\n}\n</pre><table><tr><td>1<td>2</table>",
    );

    expect(page.text).toBe("Some bolder words\none\ntwo\nif (a) {\n  b;\n}\n1\n2");
  });

  it("lines of code that are elements", () => {
    const page = read(
      '<pre><code><div class="line">a</div><div class="line">  b</div></code></pre>',
    );

    expect(page.text).toBe("a\n  b");
  });

  it.each([
    "<script>x</script>",
    "<style>x</style>",
    "<template>x</template>",
    "<noscript>x</noscript>",
    "<svg><text>x</text></svg>",
    "<select><option>x</select>",
    "<button>Copy</button>",
    '<span aria-hidden="true">x</span>',
    "<div hidden>x</div>",
    '<div style="color: red; display: none">x</div>',
    "<dialog>x</dialog>",
    '<td class="linenos">1</td>',
    "<!-- x -->",
  ])("leaves out %s", (html) => {
    expect(read(`<p>a</p>${html}<p>b</p>`).text).toBe("a\nb");
  });

  it.each([
    '<div role="tabpanel" hidden>x</div>',
    '<button role="tab">x</button>',
    "<dialog open>x</dialog>",
    "<details><summary>x</summary></details>",
    '<div style="display: block">x</div>',
  ])("keeps %s", (html) => {
    expect(read(`<p>a</p>${html}<p>b</p>`).text).toBe("a\nx\nb");
  });
});

describe("readHtml: limits", () => {
  it("a page above the limit of bytes is not read", () => {
    expect(readHtml(Buffer.from("<p>abc"), { maxPageBytes: 5 })).toMatchObject({
      message: expect.stringContaining("6 bytes"),
    });
  });

  it("a page that is nested too deeply is not read", () => {
    const nested = (depth: number) => Buffer.from(`${"<div>".repeat(depth)}text`);
    const options = { maxPageBytes: MAX_PAGE_BYTES };

    expect(readHtml(nested(MAX_HTML_DEPTH), options)).toMatchObject({ text: "text" });
    expect(readHtml(nested(MAX_HTML_DEPTH + 1), options)).toEqual({
      message: "Elements are nested deeper than 512",
      line: 1,
    });
  });

  it.each(["<p>text<a href='", "<p>text</p", "<p>text<!-- ", "<h2 id=a>text", "<p>text</b></i>"])(
    "a file that is cut off: %s",
    (html) => {
      expect(read(html).text).toBe("text");
    },
  );

  const many = (piece: string) => piece.repeat(50_000);
  it.each([
    ["tags", many("<")],
    ["references", many("&")],
    ["elements that close nothing", `<b>${many("</i>")}`],
    ["paragraphs that are closed only", many("</p>")],
    ["attributes", `<p ${many("a=b ")}>`],
    ["attributes of an object", '<p __proto__=a constructor=b toString=c id="__proto__">x'],
    ["headings", many("<h2>a</h2>")],
    ["headings in headings", many("<h1><h2>")],
    ["sides in sides", many("<nav>x</nav><aside>")],
    ["links in a heading", `<h2>${many("<a id=b href=#b>x</a>")}`],
    ["forms", many("<form>a</form>")],
    ["scripts", many("<script>")],
    ["titles", many("<title>a - ")],
  ])("reads or refuses hostile %s", (_, html) => {
    const page = readHtml(Buffer.from(html), { maxPageBytes: MAX_PAGE_BYTES });

    expect("message" in page || page.text.length <= html.length).toBe(true);
  });
});
