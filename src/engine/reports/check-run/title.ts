import { checkRunLimits } from './check-run-limits.ts'
import { countBySeverity, severities } from '../../model/severity.ts'
import type { CheckRunInput } from './check-run-input.ts'
import { cutToCharacters } from './cut-text.ts'
import { visible } from './markdown.ts'

/** Returns the title of a check run in plain text, such as `1 new high finding; 3 existing, 2 fixed`. */
export function checkRunTitle(input: CheckRunInput): string {
  return cutToCharacters(
    input.results === undefined ? titleWithoutResult(input) : resultTitle(input),
    checkRunLimits.maxTitleCharacters,
  )
}

function titleWithoutResult({ verdict, reason = 'the scan has no result' }: CheckRunInput): string {
  return `${verdict === 'fail' ? 'Cannot scan this commit' : 'Not scanned'}: ${visible(reason)}`
}

function resultTitle({ verdict, findings, isCompared, lost = [], settings }: CheckRunInput): string {
  const count = (state: string) => findings.filter((finding) => finding.state === state).length
  const others = (['existing', 'fixed', 'suppressed'] as const).flatMap((state) =>
    count(state) > 0 ? [`${count(state)} ${state}`] : [],
  )
  const mistakes = (settings?.mistakes.length ?? 0) + (settings?.suppressions.invalid.length ?? 0)
  return [
    ...lostTitle(lost),
    ...capabilityTitle(settings?.addedCapabilities ?? []),
    `${verdict === 'partial' ? 'Incomplete coverage: ' : ''}${newTitle(findings, isCompared ? 'new ' : '')}`,
    ...(others.length > 0 ? [others.join(', ')] : []),
    ...(mistakes > 0 ? [`${counted(mistakes, 'mistake')} in the project settings`] : []),
  ].join('; ')
}

function lostTitle(lost: NonNullable<CheckRunInput['lost']>): string[] {
  const [first, ...others] = lost
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

function newTitle(findings: CheckRunInput['findings'], word: string): string {
  const counts = countBySeverity(findings.filter(({ state }) => state === 'new'))
  const present = severities.filter((severity) => counts[severity] > 0)
  if (present.length === 0) return `no ${word}findings`
  if (present.length === 1) return `${counts.total} ${word}${present[0]} ${counts.total === 1 ? 'finding' : 'findings'}`
  return `${counts.total} ${word}findings (${present.map((severity) => `${counts[severity]} ${severity}`).join(', ')})`
}

/** `1 mistake`, `2 mistakes`. */
export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
