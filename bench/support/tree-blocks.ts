/** Generates the text of one tree. */
export interface Writer {
  readonly random: () => number;
  /** Returns words with frequencies as uneven as in real text (Zipf's law). */
  words(count: number): string;
  /** Returns the path of any page of the tree from any other. */
  link(): string;
}

export function heading({ random, words }: Writer): string {
  const marks = "#".repeat(2 + Math.floor(random() * 3));
  return `${marks} ${capitalize(words(2 + Math.floor(random() * 4)))}\n`;
}

/** Returns one of the blocks of common Markdown. */
export function block(writer: Writer): string {
  const { random } = writer;
  const kind = random();
  if (kind < 0.7) return paragraph(writer);
  if (kind < 0.82) return list(writer);
  if (kind < 0.94) return code(writer);
  if (kind < 0.98) return tableOf(writer);
  return chinese(writer);
}

export function paragraph(writer: Writer): string {
  const { random } = writer;
  return `${Array.from({ length: 2 + Math.floor(random() * 4) }, () => sentence(writer)).join(" ")}\n`;
}

export function sentence({ random, words, link }: Writer): string {
  const start = capitalize(words(4 + Math.floor(random() * 8)));
  const kind = random();
  if (kind < 0.15) return `${start}, see [${words(2)}](${link()}).`;
  if (kind < 0.3) return `${start} \`${words(1)}\` ${words(3)}.`;
  if (kind < 0.4) return `${start}, **${words(2)}**; ${words(4)}!`;
  if (kind < 0.41) return `${start} 🎉.`;
  return `${start}, ${words(5)}.`;
}

export function list({ random, words }: Writer): string {
  const items = Array.from({ length: 3 + Math.floor(random() * 4) }, () => `- ${words(6)}`);
  return `${items.join("\n")}\n`;
}

function code({ random, words }: Writer): string {
  const lines = Array.from({ length: 2 + Math.floor(random() * 5) }, () => {
    const [name, call, value] = words(3).split(" ");
    return `const ${name} = ${call}("${value}", ${Math.floor(random() * 1000)});`;
  });
  return `\`\`\`js\n${lines.join("\n")}\n\`\`\`\n`;
}

export function tableOf({ words }: Writer): string {
  const row = (): string => `| ${words(1)} | ${words(3)} |`;
  return `${row()}\n| --- | --- |\n${row()}\n${row()}\n`;
}

/** Returns common characters in random order, without spaces. */
function chinese({ random }: Writer): string {
  const character = (): string => String.fromCodePoint(0x4e00 + Math.floor(1500 ** random()));
  return `${Array.from({ length: 20 + Math.floor(random() * 40) }, character).join("")}。\n`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
