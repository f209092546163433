import type { UnreadableRecord } from './advisory-row.ts'
import type { Ecosystem } from '../../model/component.ts'

/** The log of a sync. */
export interface SyncLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** The unreadable records of one sync of a feed. */
export interface UnreadableNotes {
  /** The stored ones, up to the limit, with storable texts. */
  readonly records: readonly UnreadableRecord[]
  readonly count: number
  add(record: UnreadableRecord): void
}

/** A malformed feed may have many. The log names the first ones, and all are counted. */
const maxNamed = 20

/** More than a tenth of any feed, which causes it to be rejected. */
const maxKept = 50_000

/** Records unreadable records, and logs them. */
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

/** File names can contain anything. */
function storableId(name: string): string {
  return (
    name
      .slice(0, 256)
      .toWellFormed()
      .replace(/\p{Cc}/gu, '\u{FFFD}') || '(no name)'
  )
}
