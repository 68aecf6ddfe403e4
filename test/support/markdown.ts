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

/** Makes texts on which Markdown parsers disagree; the same seed gives the same texts. */
export function makeMarkdown(seed: number): string {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const pieces = pick(Object.values(PIECES));
  const others = pick(Object.values(PIECES));
  const length = 2 + Math.floor(random() * 40);
  return Array.from({ length }, () => pick(random() < 0.9 ? pieces : others)).join("");
}
