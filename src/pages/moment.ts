const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A moment for people, such as `31 January 2026 at 12:00 UTC`. */
export function shownMoment(moment: Date): string {
  return `${format.format(moment)} UTC`
}
