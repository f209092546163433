const collator = new Intl.Collator('en')

/** Compares names as npm does. The order determines which of two versions is placed first. */
export function byLocale(a: string, b: string): number {
  return collator.compare(a, b)
}

/** Compares strings independently of the locale. */
export function byBytes(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
