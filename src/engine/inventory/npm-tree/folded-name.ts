/**
 * Normalizes case and Unicode form, as npm does. On some systems, names that differ only in these are the same folder.
 */
export function foldedName(name: string): string {
  return name.normalize('NFKD').toLowerCase()
}
