const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const ticks = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const numbers = new Intl.NumberFormat('en-GB')

/** Formats a date with time, such as `31 January 2026 at 12:00 UTC`. */
export function shownMoment(moment: Date): string {
  return `${format.format(moment)} UTC`
}

/** Formats a date in UTC, such as `31 Jan 2026`. */
export function shownDay(moment: Date): string {
  return days.format(moment)
}

/** Formats a date in UTC without its year, such as `31 Jan`. */
export function shownTick(moment: Date): string {
  return ticks.format(moment)
}

/** Formats a number, such as `12,000`. */
export function shownNumber(number: number): string {
  return numbers.format(number)
}
