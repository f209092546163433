import type { AdvisoryDate } from '../model/advisory.ts'

/** Age in days above which reports display the age, because an outdated mirror still syncs without an error. */
const remarkableAgeDays = 30

const day = (time: string) => time.slice(0, 10)

/**
 * Returns, for each ecosystem, the UTC day of the last sync and of the newest advisory: `npm advisories synced
 * 2026-11-23 (newest 2026-01-29, 297 days old)`. Reports, pages, and the Action share these sentences.
 */
export function advisoryDateTexts(advisories: Readonly<Record<string, AdvisoryDate>>): string[] {
  return Object.entries(advisories).map(([ecosystem, { syncedAt, newestModified }]) => {
    const synced = `${ecosystem} advisories synced ${day(syncedAt)}`
    if (newestModified === undefined) return synced
    const days = Math.floor((Date.parse(syncedAt) - Date.parse(newestModified)) / (24 * 60 * 60_000))
    return `${synced} (latest ${day(newestModified)}${days > remarkableAgeDays ? `, ${days} days old` : ''})`
  })
}
