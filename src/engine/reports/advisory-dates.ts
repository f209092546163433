import type { AdvisoryDate } from '../model/advisory.ts'

/**
 * Age of the newest advisory, in days, above which reports display the age. An outdated mirror still syncs without an
 * error, so only the age reveals it.
 */
const remarkableAgeDays = 30

const day = (time: string) => time.slice(0, 10)

/**
 * For each ecosystem, returns a sentence with the UTC days of the last sync and of the newest advisory: `npm advisories
 * synced 2026-11-23 (newest 2026-01-29, 297 days old)`. Used in reports, pages, and the Action.
 */
export function advisoryDateTexts(advisories: Readonly<Record<string, AdvisoryDate>>): string[] {
  return Object.entries(advisories).map(([ecosystem, { syncedAt, newestModified }]) => {
    const synced = `${ecosystem} advisories synced ${day(syncedAt)}`
    if (newestModified === undefined) return synced
    const days = Math.floor((Date.parse(syncedAt) - Date.parse(newestModified)) / (24 * 60 * 60_000))
    return `${synced} (latest ${day(newestModified)}${days > remarkableAgeDays ? `, ${days} days old` : ''})`
  })
}
