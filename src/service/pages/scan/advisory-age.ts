import type { AdvisoryDate } from '../../../engine/model/advisory.ts'
import { shownDay, shownNumber } from '../moment.ts'

const dayMs = 24 * 60 * 60_000

/** Advisory age in days after which a new scan may find more. */
const maxFreshDays = 14

/**
 * Describes the age of the scan's advisories, based on the ecosystem that was synced longest ago. Undefined if the scan
 * used no advisories.
 */
export function advisoryAge(advisories: Readonly<Record<string, AdvisoryDate>>, now: Date): string | undefined {
  const [oldest] = Object.values(advisories)
    .map(({ syncedAt }) => new Date(syncedAt))
    .toSorted((a, b) => a.getTime() - b.getTime())
  if (!oldest) return undefined
  const days = Math.max(0, Math.floor((now.getTime() - oldest.getTime()) / dayMs))
  const age = days === 0 ? 'less than a day old' : `${shownNumber(days)} ${days === 1 ? 'day' : 'days'} old`
  const hint = days > maxFreshDays ? ' Scan again to match newer advisories.' : ''
  return `Synced on ${shownDay(oldest)}, ${age}.${hint}`
}
