import type { SummaryInput } from './check-run-input.ts'
import { type FindingCounts, severeCount } from './finding-counts.ts'
import type { ReportedGroup, RowContext } from './group-rows.ts'
import { link } from './links.ts'
import { markdownText } from './markdown.ts'
import { nextStep } from './next-step.ts'
import { counted } from './title.ts'
import { severityText, verdictSentence } from './verdict-sentences.ts'

/** Returns the verdict in words, the next step, and one line of numbers. Many readers read only this part. */
export function summaryHead(
  input: SummaryInput,
  groups: readonly ReportedGroup[],
  context: RowContext & { readonly counts: FindingCounts },
): string {
  const { verdict, results, reason, gaps, lost = [], notes = [], links = {} } = input
  const { counts } = context
  const noteLines = notes.map((note) => markdownText(note, 600))
  if (results === undefined) return [withoutResult(input), ...noteLines, reportLink(links)].filter(Boolean).join('\n\n')
  const isJudged = reason === undefined && (verdict === 'pass' || verdict === 'fail' || verdict === 'partial')
  const sentence = isJudged ? verdictSentence({ ...input, counts, gaps: gaps.length, lost }, verdict) : (reason ?? '')
  return [
    `**${markdownText(sentence, 600)}**`,
    ...(isJudged ? [nextStep(input, groups, context)] : []),
    numbersLine(input, results, counts),
    ...noteLines,
  ].join('\n\n')
}

function withoutResult({ verdict, reason }: SummaryInput): string {
  return verdict === 'fail'
    ? `**Failed: Assay can scan the base commit, but not this commit.** ${markdownText(reason ?? '', 600)}`
    : `**No result:** ${markdownText(reason ?? 'Assay did not scan this commit.', 600)}`
}

const reportLink = ({ reportUrl }: NonNullable<SummaryInput['links']>) =>
  reportUrl === undefined ? '' : link('Full report', reportUrl)

function numbersLine(
  { failOn, links = {} }: SummaryInput,
  { grade, securityScore }: NonNullable<SummaryInput['results']>,
  counts: FindingCounts,
): string {
  return [
    `Grade ${grade} (${securityScore}/100)`,
    ...(counts.existing.total > 0 ? [existingText(counts, failOn, links)] : []),
    ...(counts.fixed > 0 ? [`${counts.fixed} fixed`] : []),
    ...(counts.suppressed > 0 ? [`${counts.suppressed} suppressed`] : []),
    ...(links.reportUrl === undefined ? [] : [reportLink(links)]),
  ].join(' · ')
}

/** Counts existing findings, so a pass does not look like an all-clear. */
function existingText(
  { existing }: FindingCounts,
  failOn: SummaryInput['failOn'],
  { reportUrl }: NonNullable<SummaryInput['links']>,
): string {
  const severe = severeCount(existing, failOn)
  const count = link(counted(existing.total, 'existing finding'), reportUrl)
  const part = severe === 0 ? '' : ` (${severe} ${severityText(failOn)})`
  return `${count}${part} ${existing.total === 1 ? 'does' : 'do'} not fail this check`
}
