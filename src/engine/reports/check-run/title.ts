import { severities } from '../../model/severity-order.ts'
import { checkRunLimits } from './check-run-limits.ts'
import type { SummaryInput } from './check-run-input.ts'
import { cutToCharacters } from './cut-text.ts'
import { type FindingCounts, findingCounts } from './finding-counts.ts'
import { visible } from './markdown.ts'

/** Returns a check run title in plain text, such as `1 new high finding; 3 existing, 2 fixed`. */
export function checkRunTitle(input: SummaryInput): string {
  return cutToCharacters(
    input.results === undefined ? titleWithoutResult(input) : resultTitle(input),
    checkRunLimits.maxTitleCharacters,
  )
}

function titleWithoutResult({ verdict, reason = 'the scan has no result' }: SummaryInput): string {
  return `${verdict === 'fail' ? 'Cannot scan this commit' : 'Not scanned'}: ${visible(reason)}`
}

function resultTitle(input: SummaryInput): string {
  const { verdict, findings, isCompared, lost = [], settings, counts = findingCounts(findings, input) } = input
  const others = [
    ...(counts.existing.total > 0 ? [`${counts.existing.total} existing`] : []),
    ...(counts.fixed > 0 ? [`${counts.fixed} fixed`] : []),
    ...(counts.suppressed > 0 ? [`${counts.suppressed} suppressed`] : []),
  ]
  const mistakes = (settings?.mistakes.length ?? 0) + (settings?.suppressions.invalid.length ?? 0)
  return [
    ...lostTitle(lost),
    ...capabilityTitle(settings?.addedCapabilities ?? []),
    `${verdict === 'partial' ? 'Incomplete coverage: ' : ''}${newTitle(counts.fresh, isCompared ? 'new ' : '')}`,
    ...(others.length > 0 ? [others.join(', ')] : []),
    ...(mistakes > 0 ? [`${counted(mistakes, 'mistake')} in the project settings`] : []),
  ].join('; ')
}

function lostTitle([first, ...others]: NonNullable<SummaryInput['lost']>): string[] {
  if (!first) return []
  return [
    `${visible(first.path, 100)} ${others.length > 0 ? `and ${others.length} more are` : 'is'} no longer readable`,
  ]
}

function capabilityTitle(added: readonly { readonly tool: string; readonly word: string }[]): string[] {
  const [first, ...others] = added
  if (!first) return []
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return [`tool "${visible(first.tool, 60)}" gains ${first.word}${more}, which the settings do not allow`]
}

function newTitle(counts: FindingCounts['fresh'], word: string): string {
  const present = severities.filter((severity) => counts[severity] > 0)
  if (present.length === 0) return `no ${word}findings`
  if (present.length === 1) return `${counts.total} ${word}${present[0]} ${counts.total === 1 ? 'finding' : 'findings'}`
  return `${counts.total} ${word}findings (${present.map((severity) => `${counts[severity]} ${severity}`).join(', ')})`
}

/** Formats a count such as `1 mistake` or `2 mistakes`. */
export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
