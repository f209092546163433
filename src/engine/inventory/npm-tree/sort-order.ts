const collator = new Intl.Collator('en')

/** The order in which npm goes through names; it decides which of two versions is placed first. */
export function byLocale(a: string, b: string): number {
  return collator.compare(a, b)
}

/** The same order everywhere, whatever the locale. */
export function byBytes(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
