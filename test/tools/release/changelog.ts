/**
 * Returns the text of a version's section of a changelog, without its title.
 *
 * @param version such as `0.1.0`, or `Unreleased`
 * @throws {Error} if there is none, or it is empty
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const notes = section?.slice(section.indexOf("\n") + 1).trim();
  if (notes) return `${notes}\n`;
  throw new Error(`CHANGELOG.md has no section "## [${version}]" with notes.`);
}
