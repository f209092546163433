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

// JSON drops properties that are undefined. Objects with a fixed shape take a third of the time of conditional spreads.

function reducedDocument(record: PublishedObject): object {
  const summary = cut(record['summary'])
  const own = asObject(record['database_specific'])
  return {
    summary,
    // The details are needed only if there is no summary.
    details: summary === undefined || summary.trim() === '' ? cut(record['details']) : undefined,
    aliases: filled(record['aliases']),
    upstream: filled(record['upstream']),
    severity: filled(record['severity']),
    database_specific: own && { severity: own['severity'], cwe_ids: own['cwe_ids'] },
  }
}

function reducedEntry(entry: PublishedObject): object {
  const { versions, ranges } = entry
  const own = asObject(entry['database_specific'])
  const urgency = asObject(entry['ecosystem_specific'])?.['urgency']
  return {
    versions: filled(versions),
    ranges: Array.isArray(ranges) ? ranges.flatMap(reducedRange) : undefined,
    database_specific: own && 'cwes' in own ? { cwes: own['cwes'] } : undefined,
    ecosystem_specific: urgency === 'unimportant' ? { urgency } : undefined,
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

function filled(list: unknown): unknown {
  return Array.isArray(list) && list.length > 0 ? list : undefined
}
