import { createHash } from 'node:crypto'
import type { AdvisoryRow } from '../../../engine/advisories/feed/advisory-row.ts'
import { storableJson } from '../../../engine/advisories/feed/storable-json.ts'

/** JSON of a record in the database. It contains neither NUL nor lone surrogates, which jsonb rejects. */
export interface AdvisoryJson {
  /** SHA-256 of everything below, in base64url. */
  readonly digest: string
  /** Record without its `affected` entries, as JSON. */
  readonly document: string
  /** Entries as JSON. */
  readonly affected: readonly { readonly packageName: string; readonly entry: string }[]
}

/** Converts a record to the JSON that the database stores, with its digest. */
export function advisoryJson({ document, affected }: Pick<AdvisoryRow, 'document' | 'affected'>): AdvisoryJson {
  const text = storableJson(document)
  const entries = affected.map(({ packageName, entry }) => ({ packageName, entry: storableJson(entry) }))
  return { digest: digestOf(text, entries), document: text, affected: entries }
}

/**
 * Hashes this JSON instead of the published bytes, because the same record can be formatted differently in the export
 * and when fetched individually.
 */
function digestOf(document: string, affected: AdvisoryJson['affected']): string {
  const hash = createHash('sha256').update(document)
  for (const { packageName, entry } of affected) hash.update('\0').update(packageName).update('\0').update(entry)
  return hash.digest('base64url')
}
