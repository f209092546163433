import { isAtLeast } from '../../model/severity.ts'
import type { CheckRunInput } from './check-run-input.ts'
import { counted } from './title.ts'

type Judged = Pick<CheckRunInput, 'findings' | 'isCompared' | 'gaps' | 'lost' | 'failOn'>

/** Why a check ended as it did, in Markdown. Each sentence is counted from the findings of its own table. */
export function verdictSentences(input: Judged, verdict: 'pass' | 'fail' | 'partial'): string {
  return [...reasons(input, verdict), ...existing(input)].join(' ')
}

function reasons(
  { findings, isCompared, gaps, lost = [], failOn }: Judged,
  verdict: 'pass' | 'fail' | 'partial',
): string[] {
  const severe = severeOf(findings, 'new', failOn)
  const of = isCompared ? 'new finding' : 'open finding'
  const many = `${counted(severe, of)} ${severe === 1 ? 'is' : 'are'} ${atLeast(failOn)}`
  const unread =
    lost.length === 0
      ? []
      : [`Failed: the change makes ${counted(lost.length, 'file')} unreadable that the base could read.`]
  switch (verdict) {
    case 'fail':
      if (severe > 0) return [...unread, `Failed: ${many}.`]
      return unread.length > 0
        ? unread
        : [`Failed: no ${of} is ${atLeast(failOn)}, but the project's settings block the rule of one.`]
    case 'pass':
      return [
        severe === 0
          ? `No ${of} is ${atLeast(failOn)}.`
          : `${many}, and the project's settings only warn about ${severe === 1 ? 'its rule' : 'their rules'}.`,
      ]
    case 'partial':
      return [
        `Coverage is incomplete (${counted(gaps.length, 'gap')}), so the result is inconclusive.`,
        ...(severe === 0 ? [`No ${of} that could be seen is ${atLeast(failOn)}.`] : []),
      ]
  }
}

/** Findings that this check does not count, so that a pass is not read as an all-clear. */
function existing({ findings, failOn }: Judged): string[] {
  const severe = severeOf(findings, 'existing', failOn)
  return severe === 0
    ? []
    : [
        `${counted(severe, 'existing finding')} ${severe === 1 ? 'is' : 'are'} ${atLeast(failOn)} and still ` +
          `open; ${severe === 1 ? 'it does' : 'they do'} not fail this check.`,
      ]
}

const severeOf = (findings: Judged['findings'], state: 'new' | 'existing', failOn: Judged['failOn']) =>
  findings.filter((finding) => finding.state === state && isAtLeast(finding.severity, failOn)).length

const atLeast = (failOn: Judged['failOn']) =>
  failOn === 'critical' ? '`critical`' : failOn === 'info' ? '`info` or worse' : `\`${failOn}\` or worse`
