import type { UnreadableRecord } from './advisory-row.ts'
import type { Ecosystem } from '../../model/component.ts'

export interface SyncLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Unreadable records in one sync. */
export interface UnreadableNotes {
  /** Records to store, up to the limit, with all strings made safe to store. */
  readonly records: readonly UnreadableRecord[]
  readonly count: number
  add(record: UnreadableRecord): void
}

/** Maximum number of unreadable records to log. A malformed feed may have many more; those are only counted. */
const maxNamed = 20

/**
 * Maximum number of unreadable records to store. This is more than a tenth of any feed, and feeds with that many are
 * rejected anyway.
 */
const maxKept = 50_000

/** Collects unreadable records and logs them. */
export function noteUnreadableRecords(
  { base, ecosystem }: { base: string; ecosystem: Ecosystem },
  log: SyncLog,
): UnreadableNotes {
  const records: UnreadableRecord[] = []
  let count = 0
  return {
    records,
    get count() {
      return count
    },
    add(record) {
      const id = storableId(record.id)
      count += 1
      if (count <= maxNamed)
        log.warn(
          { base, ecosystem, record: id, problem: record.problem },
          'advisory record could not be parsed; its stored version is kept',
        )
      if (records.length < maxKept) records.push({ ...record, id })
    },
  }
}

/** Converts a file name, which can contain any character, to an ID that can be stored. */
function storableId(name: string): string {
  return (
    name
      .slice(0, 256)
      .toWellFormed()
      .replace(/\p{Cc}/gu, '\u{FFFD}') || '(no name)'
  )
}
