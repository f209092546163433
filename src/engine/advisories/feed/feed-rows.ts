import type { FileHandle } from 'node:fs/promises'
import type { AdvisoryRow } from './advisory-row.ts'
import type { Ecosystem } from '../../model/component.ts'
import { type ExportEntry, readExportEntries } from './export-entries.ts'
import { readRecord } from './read-record.ts'
import { type SyncLog, type UnreadableNotes, noteUnreadableRecords } from './unreadable-notes.ts'

/** Callback that is called repeatedly while records are read. */
export interface SyncProgress {
  readonly base: string
  readonly ecosystem: Ecosystem
  readonly records: number
}

/** Rows of an export in batches, and the number of records read so far. Each batch can be iterated once. */
export interface FeedReading {
  readonly rows: AsyncIterable<Iterable<AdvisoryRow>>
  readonly readable: number
  readonly unreadable: UnreadableNotes
}

interface FeedReadingOptions {
  readonly signal: AbortSignal
  readonly onProgress: ((progress: SyncProgress) => void) | undefined
  readonly log: SyncLog
}

const progressStep = 1_000

/**
 * Reads the records in an export. If several have the same ID, the first is used and the others count as
 * unreadable.
 */
export function readFeedRows(
  file: FileHandle,
  feed: { base: string; ecosystem: Ecosystem },
  { signal, onProgress, log }: FeedReadingOptions,
): FeedReading {
  const ids = new Set<string>()
  const notes = noteUnreadableRecords(feed, log)

  async function* read(): AsyncIterable<Iterable<AdvisoryRow>> {
    for await (const entries of readExportEntries(file)) yield rowsOf(entries)
  }

  // Parses one record at a time, so that the garbage collector does not copy those of a whole batch.
  function* rowsOf(entries: readonly ExportEntry[]): Iterable<AdvisoryRow> {
    for (const entry of entries) {
      signal.throwIfAborted()
      const reading = readRecord(entry, feed.ecosystem)
      const id = entry.name.replace(/\.json$/, '')
      if ('problem' in reading) notes.add({ id, ...reading })
      else if (ids.has(reading.row.id))
        notes.add({ id, problem: `second record with the id ${reading.row.id}`, packages: [] })
      else {
        ids.add(reading.row.id)
        yield reading.row
      }
      if ((ids.size + notes.count) % progressStep === 0)
        onProgress?.({ base: feed.base, ecosystem: feed.ecosystem, records: ids.size })
    }
  }

  return {
    rows: read(),
    unreadable: notes,
    get readable() {
      return ids.size
    },
  }
}
