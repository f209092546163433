import type { Coverage } from '../../../engine/model/scan.ts'

/** Returns the advisory dates after rematching, for the ecosystems used by the scan. */
export function laterDates(scanned: Coverage['advisories'], dates: Coverage['advisories']): Coverage['advisories'] {
  const entries = Object.entries(scanned) as [
    keyof Coverage['advisories'],
    NonNullable<Coverage['advisories'][keyof Coverage['advisories']]>,
  ][]
  return Object.fromEntries(
    entries.map(([ecosystem, date]) => {
      const now = dates[ecosystem]
      return [ecosystem, now && now.syncedAt > date.syncedAt ? now : date]
    }),
  )
}
