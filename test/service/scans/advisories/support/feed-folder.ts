import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { type ZipEntry, zip } from '../../../../support/zip.ts'

/** Fields of an OSV record. The others are filled in. */
export type RecordParts = { readonly id: string } & Readonly<Record<string, unknown>>

/** A record about a package from its first version up to `fixed`. */
export function osvRecord({ id, ...parts }: RecordParts): Record<string, unknown> {
  return { schema_version: '1.7.3', id, modified: '2025-01-01T00:00:00Z', ...parts }
}

/** An `affected` entry of one npm package with one range. */
export function affects(name: string, ...events: Record<string, string>[]): Record<string, unknown> {
  return {
    package: { ecosystem: 'npm', name },
    ranges: [{ type: 'SEMVER', events: events.length > 0 ? events : [{ introduced: '0' }] }],
  }
}

/** Zips records like an export. */
export function exportZip(records: readonly RecordParts[]): Buffer {
  return zip(
    records.map((record): ZipEntry => ({ name: `${record.id}.json`, content: JSON.stringify(osvRecord(record)) })),
  )
}

/** A `file:` feed in a temporary folder that is removed after the test. */
export function feedFolder(): {
  readonly base: string
  publish(records: readonly RecordParts[], ecosystem?: string): void
  publishBytes(bytes: Buffer, ecosystem?: string): void
} {
  const folder = mkdtempSync(join(tmpdir(), 'assay-feed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const publishBytes = (bytes: Buffer, ecosystem = 'npm') => {
    mkdirSync(join(folder, ecosystem), { recursive: true })
    writeFileSync(join(folder, ecosystem, 'all.zip'), bytes)
  }
  return {
    base: pathToFileURL(folder).href,
    publishBytes,
    publish: (records, ecosystem) => publishBytes(exportZip(records), ecosystem),
  }
}
