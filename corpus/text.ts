/**
 * The form in which texts and queries are compared (decision B1): NFC, then lowercased with the
 * default Unicode mapping. The index is built from the same form.
 */
export function foldCase(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
