/** Blocks of MDX as the sites of Docusaurus, Starlight and Nextra write them. */
import {
  block,
  capitalize,
  list,
  paragraph,
  sentence,
  tableOf,
  type Writer,
} from "./tree-blocks.ts";

/** Returns the lines between the frontmatter and the first heading. */
export function imports({ random, words }: Writer): string {
  const [name, value] = words(2).split(" ");
  const constant = `\nexport const ${name} = { label: "${value}", count: ${Math.floor(random() * 100)} };\n`;
  return [
    'import Tabs from "@theme/Tabs";',
    'import TabItem from "@theme/TabItem";',
    'import { Aside, Badge, Card, CardGrid, LinkCard, Steps } from "@site/components";',
    random() < 0.3 ? constant : "",
  ].join("\n");
}

/** Returns a block: half of them are common Markdown, the others have components or code of JSX. */
export function mdxBlock(writer: Writer): string {
  const { random } = writer;
  if (random() < 0.5) return block(writer);
  return COMPONENTS[Math.floor(random() * COMPONENTS.length)]!(writer);
}

const COMPONENTS: readonly ((writer: Writer) => string)[] = [
  tabs,
  steps,
  cards,
  chart,
  admonition,
  aside,
  inlineComponents,
  details,
  figure,
  jsxCode,
  htmlCode,
  shell,
  tableOf,
];

function tabs(writer: Writer): string {
  const items = ["npm", "pnpm", "yarn"].map((value) => {
    const inside = `${paragraph(writer)}\n\`\`\`bash\n${value} add ${writer.words(1)}\n\`\`\`\n`;
    return `  <TabItem value="${value}" label="${value}"${value === "npm" ? " default" : ""}>\n\n${inside}\n  </TabItem>\n`;
  });
  return `<Tabs groupId="package-manager">\n${items.join("")}</Tabs>\n`;
}

function steps(writer: Writer): string {
  const items = [1, 2, 3].map(
    (number) =>
      `${number}. ${sentence(writer)}\n\n   \`\`\`js\n   const ${writer.words(1)} = await open("${writer.words(1)}");\n   \`\`\`\n`,
  );
  return `<Steps>\n\n${items.join("\n")}\n</Steps>\n`;
}

function cards({ words, link }: Writer): string {
  return `<CardGrid stagger>
  <Card title="${words(2)}" icon="rocket">
    ${words(8)}
  </Card>
  <LinkCard
    title="${words(3)}"
    description="${capitalize(words(6))}."
    href="${link()}"
  />
</CardGrid>
`;
}

/** Returns a component with expressions, a handler and attributes that are spread. */
function chart({ random, words }: Writer): string {
  const [name, other] = words(2).split(" ");
  return `<Chart
  data={[
    { x: 1, ${name}: ${Math.floor(random() * 100)} },
    { x: 2, ${name}: ${Math.floor(random() * 100)} },
  ]}
  style={{ width: "100%", height: 240 }}
  onSelect={(point) => setPoint(point.${name})}
  filter={${other} => ${other}.x >= 1 && ${other}.y === 2}
  {...props}
/>
`;
}

function admonition(writer: Writer): string {
  const kind = ["note", "tip", "info", "warning"][Math.floor(writer.random() * 4)]!;
  return `:::${kind}[${capitalize(writer.words(3))}]\n\n${paragraph(writer)}\n${list(writer)}\n:::\n`;
}

function aside(writer: Writer): string {
  return `<Aside type="caution" title="${writer.words(3)}">\n${paragraph(writer)}</Aside>\n`;
}

function inlineComponents(writer: Writer): string {
  const { words, link } = writer;
  return `${sentence(writer)} <Badge text="${words(1)}" variant="success" /> ${words(4)} <Link to="${link()}" onClick={() => track("${words(1)}")}>${words(2)}</Link>, {props.version} and \`<Card title="…">\`. {/* ${words(4)} */}\n`;
}

function details(writer: Writer): string {
  return `<details>\n<summary>${writer.words(4)}</summary>\n\n${paragraph(writer)}\n</details>\n`;
}

function figure({ words }: Writer): string {
  return `<Figure>\n  <img src={require("./img/${words(1)}.png").default} alt="${words(3)}" width={640} />\n  <figcaption>${words(6)}</figcaption>\n</Figure>\n`;
}

function jsxCode({ words }: Writer): string {
  const [name, state] = words(2).split(" ");
  return `\`\`\`jsx title="src/${name}.jsx" {4,7-9}
import { useState } from "react";

export default function ${capitalize(name!)}({ items }) {
  const [${state}, set] = useState(0);
  return (
    <>
      <button className="button" onClick={() => set(${state} + 1)} disabled={${state} === 3}>
        {${state} < 2 ? "${words(2)}" : "${words(3)}"}
      </button>
      {items.map((item) => <li key={item.id}>{item.title}</li>)}
    </>
  );
}
\`\`\`
`;
}

function htmlCode({ words }: Writer): string {
  return `\`\`\`html
<!DOCTYPE html>
<html lang="en">
  <head>
    <style>
      .${words(1)} { color: red; }
    </style>
    <script type="module" src=/main.js?v=1></script>
  </head>
  <body><div id="root">${words(3)}</div></body>
</html>
\`\`\`
`;
}

function shell({ words }: Writer): string {
  return `\`\`\`sh\nnpx create-${words(1)}@latest -- --template=${words(1)} # ${words(4)}\n\`\`\`\n`;
}
