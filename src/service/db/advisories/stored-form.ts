import { createHash } from 'node:crypto'
import type { AdvisoryRow } from '../../../engine/advisories/feed/advisory-row.ts'
import { storableJson } from '../../../engine/advisories/feed/storable-json.ts'

/** Record as the database stores it. Its JSON contains neither NUL nor lone surrogates, which jsonb rejects. */
export interface StoredForm {
  /** SHA-256 of everything below, in base64url. */
  readonly digest: string
  /** Record without its `affected` entries, as JSON. */
  readonly document: string
  /** Entries as JSON. */
  readonly affected: readonly { readonly packageName: string; readonly entry: string }[]
}

/** Converts a record to the form that the database stores. */
export function storedForm({ document, affected }: Pick<AdvisoryRow, 'document' | 'affected'>): StoredForm {
  const text = storableJson(document)
  const entries = affected.map(({ packageName, entry }) => ({ packageName, entry: storableJson(entry) }))
  return { digest: digestOf(text, entries), document: text, affected: entries }
}

/**
 * Hashes the stored form instead of the bytes, because the same record can be formatted differently in the export and
 * when fetched individually.
 */
function digestOf(document: string, affected: StoredForm['affected']): string {
  const hash = createHash('sha256').update(document)
  for (const { packageName, entry } of affected) hash.update('\0').update(packageName).update('\0').update(entry)
  return hash.digest('base64url')
}
