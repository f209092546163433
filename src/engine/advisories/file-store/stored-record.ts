import type { AdvisoryRow } from '../feed/advisory-row.ts'
import type { RecordLine } from './record-file-format.ts'

/** Maximum length of a stored string. `describeAdvisory` does not read beyond it. */
const maxTextCharacters = 2_000

/**
 * Reduces a record to the fields used for matching, which make up a third of the full PyPI export. Findings must be the
 * same as for the complete record, so every field in `OsvDescription` and `OsvAffected` is kept.
 */
export function storedRecord({ id, document, affected }: AdvisoryRow): RecordLine {
  return [
    id,
    reducedDocument(parseObject(document)),
    affected.map(({ packageName, entry }) => [packageName, reducedEntry(parseObject(entry))]),
  ]
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  return asObject(JSON.parse(text)) ?? {}
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}

function reducedDocument(record: Readonly<Record<string, unknown>>): object {
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

function reducedEntry(entry: Readonly<Record<string, unknown>>): object {
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
