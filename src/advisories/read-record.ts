import { createHash } from 'node:crypto'
import type { AdvisoryRow } from '../db/advisories-import.ts'
import type { Ecosystem } from '../model/component.ts'
import type { ExportEntry } from './export-entries.ts'
import { OsvAffectedPackage, OsvRecord } from './osv-record.ts'
import { normalPackageName } from './package-name.ts'
import { storableJson } from './storable-json.ts'

export type RecordReading = { readonly row: AdvisoryRow } | { readonly problem: string }

/**
 * Turns an entry of an ecosystem's export into what is stored: the record, and of its packages those
 * of the ecosystem. The others stand in their own ecosystem's export, with the same record.
 */
export function readRecord({ content }: ExportEntry, ecosystem: Ecosystem): RecordReading {
  if (content === undefined) return { problem: 'larger than any record may be' }
  const published = parseObject(content)
  if (published === undefined) return { problem: 'not a JSON object' }
  const { success, data: record, error } = OsvRecord.safeParse(published)
  if (!success) return { problem: `no usable ${error.issues[0]?.path.join('.') ?? 'record'}` }
  const { affected: _stored, ...rest } = published
  const document = storableJson(rest)
  const affected = record.affected.flatMap((entry) => readAffected(entry, ecosystem))
  if (document === undefined || affected.some(({ entry }) => entry === undefined)) return { problem: 'nested too deeply' }
  return {
    row: {
      id: record.id,
      modified: record.modified,
      withdrawn: record.withdrawn,
      digest: createHash('sha256').update(content).digest('base64url'),
      document,
      affected: affected.flatMap(({ packageName, entry }) => (entry === undefined ? [] : [{ packageName, entry }])),
    },
  }
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
  const { data } = OsvAffectedPackage.safeParse(entry)
  if (data?.package.ecosystem !== ecosystem) return []
  return [{ packageName: normalPackageName(ecosystem, data.package.name), entry: storableJson(entry) }]
}
