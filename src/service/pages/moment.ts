const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const numbers = new Intl.NumberFormat('en-GB')

/** A moment for people, such as `31 January 2026 at 12:00 UTC`. */
export function shownMoment(moment: Date): string {
  return `${format.format(moment)} UTC`
}

/** A day for people, such as `31 Jan 2026`, in UTC. */
export function shownDay(moment: Date): string {
  return days.format(moment)
}

/** A number for people, such as `12,000`. */
export function shownNumber(number: number): string {
  return numbers.format(number)
}
