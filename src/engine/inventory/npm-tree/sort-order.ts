const collator = new Intl.Collator('en')

/** npm's order of names, which determines which of two versions is placed first. */
export function byLocale(a: string, b: string): number {
  return collator.compare(a, b)
}

/** The same order for every locale. */
export function byBytes(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
