import type { AdvisoryRow, ListedRecord, UnreadableRecord as ReadUnreadable } from '../feed/advisory-row.ts'
import type { FeedChange, FeedExport, FetchedRecords, ListingDifference } from '../sync/feed-store.ts'
import type { RecordFile } from './record-file.ts'
import type { TableEntry } from './record-file-format.ts'
import type { RecordFileWriter } from './record-file-writer.ts'
import { type StoredRecord, storedRecord } from './stored-record.ts'
import type { UnreadableRecord } from './unreadable-record.ts'

/** Number of records in a new record file, and their newest modification times. */
export interface DraftCounts {
  readonly records: number
  readonly unreadable: number
}

/** A feed's records during a sync: those in the existing record file, and pending changes in memory. */
export class FeedDraft implements Disposable {
  readonly #file: RecordFile | undefined
  #table: Map<string, TableEntry>
  #unreadable: Map<string, UnreadableRecord>
  /** Records that have not been written to a file yet, by ID. */
  readonly #held = new Map<string, StoredRecord>()
  #isChanged = false
  #hasNewContent = false

  /** @param file record file from earlier syncs; undefined before the first sync */
  constructor(file: RecordFile | undefined) {
    this.#file = file
    this.#table = file?.table() ?? new Map()
    this.#unreadable = new Map(file?.unreadable().map((record) => [record.id, record]))
  }

  [Symbol.dispose](): void {
    this.#file?.[Symbol.dispose]()
  }

  /** Number of records that have not been written to a file yet. */
  get heldRecords(): number {
    return this.#held.size
  }

  /** True if the records or their listed times differ from those in the file. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  /** True if the records themselves differ from those in the file. */
  get hasNewContent(): boolean {
    return this.#hasNewContent
  }

  /** Returns the newest `modified` that is not after `latest`, in milliseconds. */
  newestModified(latest: number): Date | null {
    let newest = -Infinity
    for (const { modified } of this.#table.values()) if (modified <= latest && modified > newest) newest = modified
    return newest === -Infinity ? null : new Date(newest)
  }

  async compareListing(rows: AsyncIterable<ListedRecord>, most: number): Promise<ListingDifference> {
    const listing = new Map<string, number>()
    for await (const { id, modified } of rows)
      listing.set(id, Math.max(modified.getTime(), listing.get(id) ?? -Infinity))
    const changed: { readonly id: string; readonly modified: number }[] = []
    for (const [id, modified] of listing) {
      const stored = this.#table.get(id)
      const ours = this.#unreadable.get(id)?.listed ?? stored?.listed ?? stored?.modified
      if (ours !== modified) changed.push({ id, modified })
    }
    const vanished = [...this.#table.keys()].filter((id) => !listing.has(id)).sort()
    return {
      before: this.#table.size,
      changed: changed.length,
      vanished: vanished.length,
      someChanged: changed
        .sort((a, b) => b.modified - a.modified || (a.id < b.id ? -1 : 1))
        .slice(0, most)
        .map(({ id, modified }) => ({ id, modified: new Date(modified) })),
      someVanished: vanished.slice(0, most),
    }
  }

  /** Adds records that were fetched individually. */
  take({ rows, unreadable, gone }: FetchedRecords): FeedChange {
    const before = this.#table.size
    let [added, changed, removed] = [0, 0, 0]
    for (const row of rows) {
      const record = storedRecord(row)
      const entry = entryOf(row, record)
      const stored = this.#table.get(row.id)
      if (stored === undefined) added += 1
      else if (stored.digest !== entry.digest) changed += 1
      if (stored?.digest === entry.digest) this.#table.set(row.id, { ...entry, ordinal: stored.ordinal })
      else {
        this.#table.set(row.id, entry)
        this.#held.set(row.id, record)
      }
      this.#unreadable.delete(row.id)
    }
    for (const id of gone) {
      this.#unreadable.delete(id)
      this.#held.delete(id)
      if (this.#table.delete(id)) removed += 1
    }
    for (const record of unreadable) this.#unreadable.set(record.id, storedUnreadable(record))
    this.#isChanged ||= rows.length + gone.length + unreadable.length > 0
    this.#hasNewContent ||= added + changed + removed > 0
    return { before, added, changed, removed }
  }

  /**
   * Writes the records to a new file. Copies the old file's blocks unchanged, including outdated records, which are
   * then no longer indexed. The next `writeExport` drops them.
   */
  write(writer: RecordFileWriter): DraftCounts {
    if (this.#file) {
      const kept = new Set<number>()
      for (const { ordinal } of this.#table.values()) if (ordinal !== undefined) kept.add(ordinal)
      writer.copy(this.#file, (ordinal) => kept.has(ordinal))
    }
    for (const [id, record] of this.#held) {
      const entry = this.#table.get(id)
      if (entry) this.#table.set(id, { ...entry, ordinal: addRecord(writer, record) })
    }
    return this.#publish(writer)
  }

  /** Writes the records in an export to a new file. Throws if `approve` throws. */
  async writeExport(
    { rows, unreadable, approve }: Pick<FeedExport, 'rows' | 'unreadable' | 'approve'>,
    writer: RecordFileWriter,
  ): Promise<{ readonly counts: DraftCounts; readonly change: FeedChange }> {
    const before = this.#table
    const table = new Map<string, TableEntry>()
    let [added, changed] = [0, 0]
    for await (const batch of rows) {
      for (const row of batch) {
        const record = storedRecord(row)
        const stored = before.get(row.id)
        const entry = entryOf(row, record)
        if (stored === undefined) added += 1
        else if (stored.digest !== entry.digest) changed += 1
        table.set(row.id, { ...entry, ordinal: addRecord(writer, record) })
      }
    }
    const unreadableById = new Map(unreadable().map((record) => [record.id, storedUnreadable(record)]))
    const absent = [...before].filter(([id]) => !table.has(id))
    // If a record is no longer readable in the feed, its stored version is kept.
    const kept = absent.filter(([id]) => unreadableById.has(id))
    for (const [id, entry] of kept) table.set(id, { ...entry, ordinal: this.#copyLine(entry, writer) })
    const change = { before: before.size, added, changed, removed: absent.length - kept.length }
    approve(change)
    this.#table = table
    this.#unreadable = unreadableById
    return { counts: this.#publish(writer), change }
  }

  #copyLine({ ordinal }: TableEntry, writer: RecordFileWriter): number | undefined {
    if (ordinal === undefined || !this.#file) return undefined
    const [line] = this.#file.lines([ordinal])
    const [record] = this.#file.records([ordinal])
    return line === undefined || record === undefined
      ? undefined
      : writer.add(
          line,
          record[2].map(([name]) => name),
        )
  }

  #publish(writer: RecordFileWriter): DraftCounts {
    writer.publish(this.#table, [...this.#unreadable.values()])
    return { records: this.#table.size, unreadable: this.#unreadable.size }
  }
}

function entryOf({ modified, listed }: AdvisoryRow, { digest }: StoredRecord): TableEntry {
  return { modified: modified.getTime(), listed: listed?.getTime(), digest, ordinal: undefined }
}

/** Adds a record and returns its number. Skips a record that cannot match. */
function addRecord(writer: RecordFileWriter, { line, packageNames }: StoredRecord): number | undefined {
  return line === undefined ? undefined : writer.add(line, packageNames)
}

function storedUnreadable({ id, problem, packages, listed }: ReadUnreadable): UnreadableRecord {
  return { id, problem, packages: [...packages], ...(listed && { listed: listed.getTime() }) }
}
