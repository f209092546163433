import type { AdvisoryDate } from '../model/advisory.ts'

/** A mirror that is not kept up to date still syncs well: an age above a month is stated. */
const remarkableAgeDays = 30

const day = (time: string) => time.slice(0, 10)

/**
 * When the advisories of each ecosystem were synced and how recent the newest of them is, in UTC days: `npm advisories
 * synced 2026-11-23 (newest 2026-01-29, 297 days old)`. Reports, pages, and the Action share these words.
 */
export function advisoryDateTexts(advisories: Readonly<Record<string, AdvisoryDate>>): string[] {
  return Object.entries(advisories).map(([ecosystem, { syncedAt, newestModified }]) => {
    const synced = `${ecosystem} advisories synced ${day(syncedAt)}`
    if (newestModified === undefined) return synced
    const days = Math.floor((Date.parse(syncedAt) - Date.parse(newestModified)) / (24 * 60 * 60_000))
    return `${synced} (newest ${day(newestModified)}${days > remarkableAgeDays ? `, ${days} days old` : ''})`
  })
}
