/** Escapes what Markdown would take for markup in a text. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu, "\\$&");
}
