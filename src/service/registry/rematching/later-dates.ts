import type { Coverage } from '../../../engine/model/scan.ts'

/** Dates as they are once something was compared again. The ecosystems stay those that the scan asked about. */
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
