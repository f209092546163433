/**
 * Normalizes case and Unicode form, as npm does. On some systems, two names that differ only in these denote the same
 * folder.
 */
export function foldedName(name: string): string {
  return name.normalize('NFKD').toLowerCase()
}
