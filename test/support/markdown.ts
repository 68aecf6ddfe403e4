import { createRandom } from "./random.ts";

/** Pieces of Markdown that affect each other, by the feature they exercise. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  blocks: [
    ..."# |## |#\n|===\n|---\n|***\n|> |>|- |* |1. |2) |```\n|~~~\n|    |  |\t".split("|"),
    ..."a|b| |\n|\n\n|word|text\n|  \n|\\\n|- [ ] |+ |10. |\n\n\n|-\n|1.\n|> \n|: |= ".split("|"),
    "| a | b |\n",
    "|---|---|\n",
  ],
  inlines: [
    ..."a| |\n|*|**|_|__|***|`|``|[|]|(|)|](|][|![|!|<|>|\\|\\*|\\[|.|é|“|😀|。|\u00a0".split("|"),
    ..."[a]|(u)|(<u v>)|(/u 't')|<http://x.y>|<a@b.c>|&amp;|&copy;|&#35;|&#x0;|&no;".split("|"),
    ..."<a href=q>|</a>|<!-- c -->|<br>|[a]: /u\n|\n\n[A]: v\n|{#id}|[[w]]|[[a\\".split("|"),
    "|b]]",
  ],
  definitions: [
    ..."[a]|[A]|[ a ]|[a\nb]|: |:|/u|<u v>|<>|'t'|(t)|\n|\n\n| |  |    |\t|> |- |\\|]|[".split("|"),
    ..."[a]: /u|[b]: <v> 't'|[^a]: n|[a][]|[x][a]|![a]|# |===|\r\n|[ẞ]|[SS]|[ß]|[ı]|[i]".split("|"),
    '"t"',
    '"t\n t"',
  ],
  html: [
    ..."<div|<div>|</div>|<a |href=x|href='y'|id=i|name=n|>|/>|<|<!--|-->|<!-->|<?|?>".split("|"),
    ..."<!X|<![CDATA[|]]>|<script>|</script>|<pre>|</pre>|<style>|</style>|</textarea>".split("|"),
    ..."<x-y>|<custom>|\n|\n\n| |  |\t|a|*b*|> |- |1. |<br/>|<td>|=|'|`|\r\n|&amp;".split("|"),
    '<a href="z" id="j">',
  ],
  starts: [
    ..."---|---\n|--- \n| ---\n|----\n|...\n|a: b\n|title: x\n|# h\n|\n|\r\n|\r|text\n".split("|"),
    ..."- x\n|\ufeff|+++\n|> |===\n|\0|\u2028|\u0085|\f|\v|*a*\n|---\na: b\n---\n".split("|"),
  ],
};

/** Pieces of MDX and of code: tags and attributes of JSX, and what looks like HTML inside code. */
const MDX_PIECES: readonly (readonly string[])[] = [
  [
    ..."<Foo|<Foo.Bar|<a |<Tabs\n|<Preview>|<pre |</Foo>|</pre>|</style|/>|>| />|<>|{|}".split("|"),
    ..." a=b| a={b}| a={() => b}| a={b=>c}| a={b == c}| a=b=c| a = b = c| {...p}| a| =".split("|"),
    ..."\n  a={{b: 1}}\n|='q'| a='<b c=d=e>'| '|=>|==|\n|\n\n|    |\t|> |- |*a*|[a](b)|`".split(
      "|",
    ),
    "{/* c */}",
    ' a="x"',
    "import a from 'b'\n",
  ],
  [
    ..."```\n|```jsx\n|~~~\n|\n```\n|\n~~~\n|`|``|`a`|    |\t|\n    |\n> |\n- |\n\n|> |- |\r\n".split(
      "|",
    ),
    ..."<!A>|<?a?>|<!A|<?|<!--|-->|`<!A`|`<?`|`<a b=c=d>`|<a b=c=d>|\\**|_*a|😀*|*😀|+++\n".split(
      "|",
    ),
    ..."-\n|1.\n|[é]:|[a]: u\n|<pre>|</style>|*a*|[a](b)|# a\n|text|```\n-\n```\n".split("|"),
    "> ```\n> <!A\n> ```\n",
  ],
];

/** Makes texts on which Markdown parsers disagree; the same seed gives the same texts. */
export function makeMarkdown(seed: number): string {
  return joinPieces(Object.values(PIECES), seed);
}

/** Makes texts of MDX and code on which Markdown parsers disagree, likewise. */
export function makeMdx(seed: number): string {
  return joinPieces([...MDX_PIECES, PIECES.html!], seed);
}

function joinPieces(groups: readonly (readonly string[])[], seed: number): string {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const pieces = pick(groups);
  const others = pick(groups);
  const length = 2 + Math.floor(random() * 40);
  return Array.from({ length }, () => pick(random() < 0.9 ? pieces : others)).join("");
}
