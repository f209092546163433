import type { Cvss } from '../model/advisory.ts'
import type { Severity } from '../model/severity.ts'
import { bestCvss, rateCvss } from './cvss.ts'
import type { OsvAffected, OsvDescription } from './osv-record.ts'

/** An advisory's description of a vulnerability, parsed once and included in every match. */
export interface AdvisoryDescription {
  readonly id: string
  readonly aliases: readonly string[]
  readonly upstream: readonly string[]
  /** One-line summary. */
  readonly summary: string
  readonly cvss: Cvss | undefined
  /** Severity label from `database_specific.severity`. */
  readonly label: Severity | undefined
  readonly cwe: readonly string[]
  /**
   * True if the distribution does not treat the vulnerability as a security problem in its package
   * (`ecosystem_specific.urgency`).
   */
  readonly isUnimportant: boolean
}

/**
 * Reports whether the ID is from the OpenSSF malicious-packages database, https://github.com/ossf/malicious-packages.
 */
export function isMalwareId(id: string): boolean {
  return id.startsWith('MAL-')
}

/**
 * Describes an advisory. `entries` are the `affected` entries for one package; malware records store their CWEs there.
 */
export function describeAdvisory(
  id: string,
  record: OsvDescription,
  entries: readonly OsvAffected[],
): AdvisoryDescription {
  return {
    id,
    aliases: record.aliases,
    upstream: record.upstream,
    summary: summarise(record) ?? id,
    cvss: bestCvss(
      record.severity.flatMap(({ type, score }) => (type.startsWith('CVSS_V') ? (rateCvss(score) ?? []) : [])),
    ),
    label: severityLabels.get(record.database_specific?.severity?.toUpperCase() ?? ''),
    cwe: [
      ...(record.database_specific?.cwe_ids ?? []),
      ...entries.flatMap((entry) => entry.database_specific?.cwes.map(({ cweId }) => cweId) ?? []),
    ],
    isUnimportant: entries.length > 0 && entries.every((entry) => entry.ecosystem_specific?.urgency === 'unimportant'),
  }
}

const severityLabels: ReadonlyMap<string, Severity> = new Map([
  ['CRITICAL', 'critical'],
  ['HIGH', 'high'],
  ['MODERATE', 'medium'],
  ['MEDIUM', 'medium'],
  ['LOW', 'low'],
])

const maxSummaryLength = 200

/** Returns the summary, or the first sentence of the details, because most PYSEC and GO records have no summary. */
function summarise({ summary, details }: OsvDescription): string | undefined {
  const line = oneLine(summary ?? '') || /^.*?[.!?](?=\s|$)|^.*/.exec(oneLine(details ?? ''))?.[0] || undefined
  return line !== undefined && line.length > maxSummaryLength
    ? `${line
        .slice(0, maxSummaryLength - 1)
        .replace(/\p{Cs}$/u, '')
        .toWellFormed()
        .trimEnd()}…`
    : line
}

function oneLine(text: string): string {
  return text.slice(0, 2_000).replace(/\s+/g, ' ').trim()
}
