/** Names that differ only in case or Unicode form are one folder on some systems, so npm treats them as one. */
export function foldedName(name: string): string {
  return name.normalize('NFKD').toLowerCase()
}
