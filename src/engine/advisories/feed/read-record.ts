import type { AdvisoryRow, PublishedObject } from './advisory-row.ts'
import type { Ecosystem } from '../../model/component.ts'
import type { ExportEntry } from './export-entries.ts'
import { commitEntries } from './commit-entries.ts'
import { OsvAffectedPackage, OsvRecord, OsvWithdrawn } from '../osv-record.ts'
import { advisoryNameOf } from '../advisory-key.ts'
import { isNestedTooDeeply } from './storable-json.ts'

/** Record, or the reason why it cannot be read and the packages it names. */
export type RecordReading =
  | { readonly row: AdvisoryRow }
  | { readonly problem: string; readonly packages: readonly string[] }

/**
 * Reads an entry in an ecosystem's export. Drops packages from other ecosystems, because their exports contain the same
 * record.
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
  const { affected: entries, ...document } = published
  const affected = Array.isArray(entries) ? entries.flatMap((entry) => readAffected(entry, ecosystem)) : []
  if (isNestedTooDeeply(document) || affected.some(({ entry }) => isNestedTooDeeply(entry)))
    return { problem: 'nested too deeply', packages: packagesOf(published, ecosystem) }
  const { withdrawn } = published
  return {
    row: {
      id: record.id,
      modified: new Date(record.modified),
      withdrawn: withdrawn === undefined ? undefined : OsvWithdrawn.parse(withdrawn),
      document,
      affected,
    },
  }
}

/** Maximum number of package names stored per unreadable record. Real records have up to 500. */
const maxNotedPackages = 1_000

function packagesOf({ affected }: PublishedObject, ecosystem: Ecosystem): string[] {
  if (!Array.isArray(affected)) return []
  const names = affected.slice(0, maxNotedPackages).flatMap((entry) => packageNamesOf(entry, ecosystem))
  return [...new Set(names)]
}

function parseObject(content: Buffer): PublishedObject | undefined {
  try {
    const value: unknown = JSON.parse(content.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is PublishedObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readAffected(entry: unknown, ecosystem: Ecosystem): AdvisoryRow['affected'] {
  if (ecosystem === 'GIT')
    return commitEntries(entry).map(({ repository, versions }) => ({ packageName: repository, entry: { versions } }))
  const packageName = packageNameOf(entry, ecosystem)
  return packageName === undefined || !isObject(entry) ? [] : [{ packageName, entry }]
}

function packageNamesOf(entry: unknown, ecosystem: Ecosystem): string[] {
  if (ecosystem === 'GIT') return commitEntries(entry).map(({ repository }) => repository)
  return [packageNameOf(entry, ecosystem) ?? []].flat()
}

function packageNameOf(entry: unknown, ecosystem: Ecosystem): string | undefined {
  const { data } = OsvAffectedPackage.safeParse(entry)
  return data && advisoryNameOf(data.package, ecosystem)
}
