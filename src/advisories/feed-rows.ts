import type { FileHandle } from 'node:fs/promises'
import type { AdvisoryRow } from '../db/advisories-import.ts'
import type { Ecosystem } from '../model/component.ts'
import { readExportEntries } from './export-entries.ts'
import { readRecord } from './read-record.ts'
import type { AdvisorySync, SyncProgress } from './sync-context.ts'

/** The rows of an export and, while and after they are read, how many there were. */
export interface FeedReading {
  readonly rows: AsyncIterable<AdvisoryRow>
  readonly readable: number
  readonly unreadable: number
}

interface FeedReadingOptions {
  readonly signal: AbortSignal
  readonly onProgress: ((progress: SyncProgress) => void) | undefined
  readonly log: AdvisorySync['log']
}

const progressStep = 1_000

/** A broken feed may have many: the first are named, all are counted. */
const maxNamed = 20

/** Reads the records of an export one by one. Of several with one id the first counts, the others are unreadable. */
export function readFeedRows(file: FileHandle, feed: { base: string; ecosystem: Ecosystem }, { signal, onProgress, log }: FeedReadingOptions): FeedReading {
  const ids = new Set<string>()
  let unreadable = 0

  function note(entry: string, problem: string): void {
    unreadable += 1
    if (unreadable <= maxNamed) log.warn({ base: feed.base, ecosystem: feed.ecosystem, entry, problem }, 'advisory record not readable')
  }

  async function* read(): AsyncIterable<AdvisoryRow> {
    for await (const entry of readExportEntries(file)) {
      signal.throwIfAborted()
      const reading = readRecord(entry, feed.ecosystem)
      if ('problem' in reading) note(entry.name, reading.problem)
      else if (ids.has(reading.row.id)) note(entry.name, `second record with the id ${reading.row.id}`)
      else {
        ids.add(reading.row.id)
        yield reading.row
      }
      if ((ids.size + unreadable) % progressStep === 0) onProgress?.({ base: feed.base, ecosystem: feed.ecosystem, records: ids.size })
    }
  }

  return {
    rows: read(),
    get readable() {
      return ids.size
    },
    get unreadable() {
      return unreadable
    },
  }
}
