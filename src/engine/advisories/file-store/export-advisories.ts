import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedPackageOf } from '../advisory-key.ts'
import { feedMoment } from '../feed/feed-moment.ts'
import type { Ecosystem } from '../../model/component.ts'
import { replaceFile } from './atomic-file.ts'
import { openRecords } from './feed-files.ts'
import { fileAdvisoryState } from './file-advisory-store.ts'
import type { RecordFile } from './record-file.ts'
import type { TableEntry } from './record-file-format.ts'
import { ZipFileWriter } from './zip-file.ts'

/** Number of records to read at once. */
const batchRecords = 1_000

/** Permissions of exported files. Other users must be able to read them for an import. */
const exportedMode = 0o644

/** Thrown if some of an ecosystem's feeds have never been synced, because the export would lack their advisories. */
export class IncompleteAdvisories extends Error {
  override readonly name = 'IncompleteAdvisories'

  constructor(ecosystems: readonly Ecosystem[]) {
    super(
      `Not every feed in OSV_URL was synced for ${ecosystems.join(', ')}. Run ` +
        `"assay advisories sync" first, or specify other ecosystems. Nothing was exported.`,
    )
  }
}

/** Exported ecosystem and its number of records. */
export interface ExportedEcosystem {
  readonly ecosystem: Ecosystem
  readonly records: number
}

/**
 * Writes the stored advisories of ecosystems to a folder with the layout of the OSV export, for machines without
 * internet access. Each record contains only the fields used for matching. Omits ecosystems without advisories. The
 * list of ecosystems also keeps those from earlier exports to the folder. Throws IncompleteAdvisories and writes
 * nothing if some of an ecosystem's feeds have never been synced.
 */
export function exportAdvisories(
  { folder, bases }: { readonly folder: string; readonly bases: readonly string[] },
  ecosystems: readonly Ecosystem[],
  target: string,
): ExportedEcosystem[] {
  const stored = ecosystems.flatMap((ecosystem) => {
    const { date, complete } = fileAdvisoryState(folder, bases, ecosystem)
    return date ? [{ ecosystem, date, complete }] : []
  })
  const incomplete = stored.filter(({ complete }) => !complete).map(({ ecosystem }) => ecosystem)
  if (incomplete.length > 0) throw new IncompleteAdvisories(incomplete)
  const exported: ExportedEcosystem[] = []
  for (const { ecosystem, date } of stored) {
    const place = join(target, ecosystem)
    mkdirSync(place, { recursive: true })
    using zip = new ZipFileWriter(join(place, 'all.zip'))
    let records = 0
    for (const record of recordsOf(folder, bases, ecosystem)) {
      zip.add(`${record.id}.json`, JSON.stringify(record))
      records += 1
    }
    zip.publish()
    // Prevents the importing machine from treating the advisories as newer than they are.
    replaceFile(join(place, feedMoment.fileName), `${date.syncedAt}\n`, exportedMode)
    exported.push({ ecosystem, records })
  }
  if (exported.length > 0)
    addToList(
      join(target, 'ecosystems.txt'),
      exported.map(({ ecosystem }) => ecosystem),
    )
  return exported
}

/** Appends the lines that a file does not contain yet. */
function addToList(path: string, lines: readonly string[]): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const all = new Set([...before.map((line) => line.trim()).filter((line) => line !== ''), ...lines])
  replaceFile(path, [...all].map((line) => `${line}\n`).join(''), exportedMode)
}

interface ExportedRecord {
  readonly id: string
  readonly [field: string]: unknown
}

/** Yields the records from all bases. If two have the same ID, yields only the one from the earlier base. */
function* recordsOf(folder: string, bases: readonly string[], ecosystem: Ecosystem): Generator<ExportedRecord> {
  const seen = new Set<string>()
  for (const base of new Set(bases)) {
    const opened = openRecords(folder, { base, ecosystem })
    if (!opened) continue
    using file = opened.file
    const table = file.table()
    for (const record of readable(file, table, ecosystem)) if (!seen.has(record.id)) yield record
    for (const { id, packages } of file.unreadable())
      // A record without `modified` is unreadable for the importer too, which then reports the gap.
      if (!seen.has(id) && !table.has(id))
        yield {
          id: id.replaceAll(/[^\w.-]/g, '_'),
          affected: packages.map((name) => ({ package: publishedPackageOf(ecosystem, name) })),
        }
    for (const id of table.keys()) seen.add(id)
  }
}

function* readable(
  file: RecordFile,
  table: ReadonlyMap<string, TableEntry>,
  ecosystem: Ecosystem,
): Generator<ExportedRecord> {
  const stored = [...table].flatMap(([id, { modified, ordinal }]) =>
    ordinal === undefined ? [] : [{ id, modified: new Date(modified).toISOString(), ordinal }],
  )
  stored.sort((a, b) => a.ordinal - b.ordinal)
  for (let start = 0; start < stored.length; start += batchRecords) {
    const batch = stored.slice(start, start + batchRecords)
    const lines = file.records(batch.map(({ ordinal }) => ordinal))
    for (const [index, { id, modified }] of batch.entries()) {
      const [, document, affected] = lines[index] ?? [id, {}, []]
      yield {
        ...(document as object),
        id,
        modified,
        affected: affected.map(([name, entry]) => ({
          package: publishedPackageOf(ecosystem, name),
          ...(entry as object),
        })),
      }
    }
  }
}
