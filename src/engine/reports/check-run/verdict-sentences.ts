import { isUndecided } from '../../model/undecided.ts'
import { isAtLeast } from '../../model/severity.ts'
import type { CheckRunInput } from './check-run-input.ts'
import { counted } from './title.ts'

type Judged = Pick<CheckRunInput, 'findings' | 'isCompared' | 'gaps' | 'lost' | 'failOn' | 'settings'>

/** Returns the reason for a verdict and the next step, in Markdown. The counts match the table below it. */
export function verdictSentences(input: Judged, verdict: 'pass' | 'fail' | 'partial'): string {
  return [...reasons(input, verdict), ...existing(input)].join(' ')
}

function reasons(
  { findings, isCompared, gaps, lost = [], failOn, settings }: Judged,
  verdict: 'pass' | 'fail' | 'partial',
): string[] {
  const severe = severeOf(findings.filter(countsIn(isCompared)), 'new', failOn)
  const undecided = severeOf(findings, 'new', failOn) - severe
  const kind = isCompared ? 'new finding' : 'open finding'
  switch (verdict) {
    case 'fail':
      return failures({
        severe,
        kind,
        lost: lost.length,
        added: settings?.addedCapabilities?.length ?? 0,
        bound: atLeast(failOn),
      })
    case 'pass':
      return [
        severe === 0
          ? `Passed: no ${kind} is ${atLeast(failOn)}${exceptUndecided(undecided)}.`
          : `Passed: ${counted(severe, kind)} ${severe === 1 ? 'is' : 'are'} ${atLeast(failOn)}, but the project ` +
            `settings treat ${severe === 1 ? 'it as a warning' : 'them as warnings'}.`,
      ]
    case 'partial':
      return [
        `Partial: ${severe === 0 ? `no ${kind} is ${atLeast(failOn)}, but ` : ''}the scan has ` +
          `${counted(gaps.length, 'coverage gap')}. Review ${gaps.length === 1 ? 'it' : 'them'} before you rely on ` +
          'this result.',
      ]
  }
}

interface Failure {
  readonly severe: number
  readonly kind: string
  /** Number of files, folders, and dependencies that Assay could read in the base only. */
  readonly lost: number
  /** Number of capabilities that the settings do not allow the change to add. */
  readonly added: number
  readonly bound: string
}

function failures({ severe, kind, lost, added, bound }: Failure): string[] {
  const sentences = [
    ...(lost > 0 ? [`Failed: this change makes ${counted(lost, 'part')} of the project unreadable to Assay.`] : []),
    ...(added > 0
      ? [
          `Failed: this change adds ${added === 1 ? 'a capability' : `${added} capabilities`} that ` +
            '`failOn.capabilities` does not allow.',
        ]
      : []),
    ...(severe > 0
      ? [
          `Failed: ${counted(severe, kind)} ${severe === 1 ? 'is' : 'are'} ${bound}. Fix ` +
            `${severe === 1 ? 'the finding, or suppress it and state' : 'the findings, or suppress them and state'} ` +
            'a reason.',
        ]
      : []),
  ]
  return sentences.length > 0
    ? sentences
    : [
        `Failed: no ${kind} is ${bound}, but at least one ${kind} comes from a rule that is set to \`block\` in ` +
          'the project settings.',
      ]
}

/** Without a baseline, a finding behind a check that could not be judged does not fail a verdict. */
const countsIn = (isCompared: boolean) => (finding: Judged['findings'][number]) => isCompared || !isUndecided(finding)

function exceptUndecided(count: number): string {
  return count === 0 ? '' : `, except ${counted(count, 'uncertain finding')}`
}

/** Counts severe findings that do not fail the check, so that a pass does not look like an all-clear. */
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
