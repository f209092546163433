import type { UnreadableRecord } from './advisory-row.ts'
import type { Ecosystem } from '../../model/component.ts'

/** The log of a sync. */
export interface SyncLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** The unreadable records of one sync of a feed. */
export interface UnreadableNotes {
  /** As many as are kept, with texts that can be stored. */
  readonly records: readonly UnreadableRecord[]
  readonly count: number
  add(record: UnreadableRecord): void
}

/** A broken feed may have many: the first are named in the log, all are counted. */
const maxNamed = 20

/** More than a tenth of any feed, at which it is not believed at all. */
const maxKept = 50_000

/** Notes records that cannot be read, and says so in the log. */
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

/** Names of files may hold anything. */
function storableId(name: string): string {
  return (
    name
      .slice(0, 256)
      .toWellFormed()
      .replace(/\p{Cc}/gu, '\u{FFFD}') || '(no name)'
  )
}
