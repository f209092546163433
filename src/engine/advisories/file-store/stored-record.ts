import { hash } from 'node:crypto'
import type { AdvisoryRow, PublishedObject } from '../feed/advisory-row.ts'
import { storableJson } from '../feed/storable-json.ts'
import type { RecordLine } from './record-file-format.ts'

/** Maximum length of a stored string. `describeAdvisory` does not read beyond it. */
const maxTextCharacters = 2_000

/** Number of stored digest characters. 72 bits are enough, because digests are only compared for the same ID. */
const digestCharacters = 12

/** Record as the file store keeps it. */
export interface StoredRecord {
  /** Hash of the fields used for matching. A record whose other fields change is not a changed record. */
  readonly digest: string
  /** JSON of a `RecordLine`. Undefined for a record that cannot match: it is withdrawn or about other ecosystems. */
  readonly line: string | undefined
  readonly packageNames: readonly string[]
}

/** Reduces a record to the fields used for matching, and hashes them. */
export function storedRecord({ withdrawn, ...row }: AdvisoryRow): StoredRecord {
  const text = storableJson(recordLine(row))
  const content = withdrawn === undefined ? text : `${text} ${withdrawn.toISOString()}`
  return {
    digest: hash('sha256', content, 'base64url').slice(0, digestCharacters),
    line: withdrawn === undefined && row.affected.length > 0 ? text : undefined,
    packageNames: row.affected.map(({ packageName }) => packageName),
  }
}

/**
 * Returns the fields used for matching, which make up a third of the full PyPI export. Findings must be the same as for
 * the complete record, so every field in `OsvDescription` and `OsvAffected` is kept.
 */
function recordLine({ id, document, affected }: Pick<AdvisoryRow, 'affected' | 'document' | 'id'>): RecordLine {
  return [id, reducedDocument(document), affected.map(({ packageName, entry }) => [packageName, reducedEntry(entry)])]
}

function asObject(value: unknown): PublishedObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PublishedObject) : undefined
}

function reducedDocument(record: PublishedObject): object {
  const summary = cut(record['summary'])
  // The details are needed only if there is no summary.
  const text =
    summary === undefined || summary.trim() === '' ? { summary, details: cut(record['details']) } : { summary }
  const { aliases, upstream, severity } = record
  const own = asObject(record['database_specific'])
  return {
    ...text,
    ...(isFilled(aliases) && { aliases }),
    ...(isFilled(upstream) && { upstream }),
    ...(isFilled(severity) && { severity }),
    ...(own && { database_specific: { severity: own['severity'], cwe_ids: own['cwe_ids'] } }),
  }
}

function reducedEntry(entry: PublishedObject): object {
  const { versions, ranges } = entry
  const own = asObject(entry['database_specific'])
  const urgency = asObject(entry['ecosystem_specific'])?.['urgency']
  return {
    ...(isFilled(versions) && { versions }),
    ...(Array.isArray(ranges) && { ranges: ranges.flatMap(reducedRange) }),
    ...(own && 'cwes' in own && { database_specific: { cwes: own['cwes'] } }),
    ...(urgency === 'unimportant' && { ecosystem_specific: { urgency } }),
  }
}

/** Removes commit ranges, because they are never matched. */
function reducedRange(candidate: unknown): object[] {
  const range = asObject(candidate)
  if (!range || range['type'] === 'GIT') return []
  const { type, events } = range
  const own = asObject(range['database_specific'])
  return [
    {
      type,
      events,
      ...(own &&
        'upper_bound_unknown' in own && {
          database_specific: { upper_bound_unknown: own['upper_bound_unknown'] },
        }),
    },
  ]
}

function cut(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, maxTextCharacters) : undefined
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0
}
