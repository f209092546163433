/** On some systems, names that differ only in case or Unicode form are the same folder, so npm treats them as equal. */
export function foldedName(name: string): string {
  return name.normalize('NFKD').toLowerCase()
}
