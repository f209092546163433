import { createHash } from 'node:crypto'
import type { AdvisoryRow } from './advisory-row.ts'
import type { Ecosystem } from '../../model/component.ts'
import type { ExportEntry } from './export-entries.ts'
import { commitEntries } from './commit-entries.ts'
import { OsvAffectedPackage, OsvRecord } from '../osv-record.ts'
import { advisoryNameOf } from '../advisory-key.ts'
import { storableJson } from './storable-json.ts'

/** Record to store, or the reason why it cannot be read and the packages it names. */
export type RecordReading =
  | { readonly row: AdvisoryRow }
  | { readonly problem: string; readonly packages: readonly string[] }

/**
 * Converts an entry in an ecosystem's export to its stored form. Drops packages from other ecosystems, because the
 * exports of those ecosystems contain the same record.
 */
export function readRecord({ content }: Pick<ExportEntry, 'content'>, ecosystem: Ecosystem): RecordReading {
  if (content === undefined) return { problem: 'it exceeds the size limit for a record', packages: [] }
  const published = parseObject(content)
  if (published === undefined) return { problem: 'not a JSON object', packages: [] }
  const { success, data: record, error } = OsvRecord.safeParse(published)
  if (!success)
    return {
      problem: `no usable ${error.issues[0]?.path.join('.') ?? 'record'}`,
      packages: packagesOf(published, ecosystem),
    }
  const { affected: _stored, ...rest } = published
  const document = storableJson(rest)
  const affected = record.affected.flatMap((entry) => readAffected(entry, ecosystem))
  if (document === undefined || affected.some(({ entry }) => entry === undefined))
    return { problem: 'nested too deeply', packages: packagesOf(published, ecosystem) }
  const stored = affected.flatMap(({ packageName, entry }) => (entry === undefined ? [] : [{ packageName, entry }]))
  return {
    row: {
      id: record.id,
      modified: record.modified,
      withdrawn: record.withdrawn,
      digest: digestOf(document, stored),
      document,
      affected: stored,
    },
  }
}

/**
 * Hashes the stored form instead of the bytes, because the same record can be formatted differently in the export and
 * when fetched individually.
 */
function digestOf(document: string, affected: AdvisoryRow['affected']): string {
  const hash = createHash('sha256').update(document)
  for (const { packageName, entry } of affected) hash.update('\0').update(packageName).update('\0').update(entry)
  return hash.digest('base64url')
}

/** Maximum number of package names stored per unreadable record. Real records have up to 500. */
const maxNotedPackages = 1_000

function packagesOf({ affected }: Record<string, unknown>, ecosystem: Ecosystem): string[] {
  if (!Array.isArray(affected)) return []
  const names = affected.slice(0, maxNotedPackages).flatMap((entry) => packageNamesOf(entry, ecosystem))
  return [...new Set(names)]
}

function parseObject(content: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(content.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readAffected(entry: unknown, ecosystem: Ecosystem): { packageName: string; entry: string | undefined }[] {
  if (ecosystem === 'GIT')
    return commitEntries(entry).map(({ repository, versions }) => ({
      packageName: repository,
      entry: storableJson({ versions }),
    }))
  const packageName = packageNameOf(entry, ecosystem)
  return packageName === undefined ? [] : [{ packageName, entry: storableJson(entry) }]
}

function packageNamesOf(entry: unknown, ecosystem: Ecosystem): string[] {
  if (ecosystem === 'GIT') return commitEntries(entry).map(({ repository }) => repository)
  return [packageNameOf(entry, ecosystem) ?? []].flat()
}

function packageNameOf(entry: unknown, ecosystem: Ecosystem): string | undefined {
  const { data } = OsvAffectedPackage.safeParse(entry)
  return data && advisoryNameOf(data.package, ecosystem)
}
