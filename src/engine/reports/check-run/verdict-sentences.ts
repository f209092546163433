import type { Severity } from '../../model/severity.ts'
import { listed } from '../changes/capability-words.ts'
import type { SummaryInput } from './check-run-input.ts'
import type { FindingCounts } from './finding-counts.ts'
import { counted } from './title.ts'

/** Input for the sentence that explains a verdict. */
export type Judged = Pick<SummaryInput, 'isCompared' | 'failOn' | 'exceeded' | 'settings'> & {
  readonly counts: Pick<FindingCounts, 'severe' | 'uncertain' | 'fixed' | 'notRunning'> & {
    readonly fresh: { readonly total: number }
  }
  /** Number of coverage gaps. */
  readonly gaps: number
  /** Files, folders, and dependencies that Assay could read in the base but not in the head. */
  readonly lost: readonly { readonly path: string }[]
}

/** Explains the verdict in plain text, which may include untrusted paths. */
export function verdictSentence(judged: Judged, verdict: 'pass' | 'fail' | 'partial'): string {
  const { fixed } = judged.counts
  return [
    sentenceOf(judged, verdict),
    ...(fixed === 0 ? [] : [`This change fixes ${counted(fixed, 'finding')}.`]),
  ].join(' ')
}

function sentenceOf(judged: Judged, verdict: 'pass' | 'fail' | 'partial'): string {
  const { counts, isCompared, failOn, gaps, exceeded = [] } = judged
  const { severe, uncertain, notRunning = 0 } = counts
  const kind = isCompared ? 'new finding' : 'open finding'
  switch (verdict) {
    case 'fail': {
      const reasons = [...lostReason(judged.lost), ...capabilityReason(judged), ...severeReason(judged), ...exceeded]
      if (reasons.length === 0) reasons.push(`the project settings block the rule of at least one ${kind}`)
      return `Failed: ${listed(reasons)}.`
    }
    case 'pass':
      if (severe > 0)
        return (
          `Passed: ${counted(severe, kind)} ${severe === 1 ? 'is' : 'are'} ${severityText(failOn)}, but the project ` +
          `settings treat ${severe === 1 ? 'it as a warning' : 'them as warnings'}.`
        )
      return `Passed: ${noneText(judged)}${exceptText(uncertain, notRunning)}.`
    case 'partial':
      return (
        `Incomplete: ${severe === 0 ? `${noneText(judged)}, but ` : ''}Assay could not analyze the whole project ` +
        `(${counted(gaps, 'coverage gap')}).`
      )
  }
}

/** Names the findings that do not count although they are sufficiently severe. Empty if every such finding counts. */
function exceptText(uncertain: number, notRunning: number): string {
  const exceptions = [
    ...(uncertain === 0 ? [] : [counted(uncertain, 'uncertain finding')]),
    ...(notRunning === 0 ? [] : [`${counted(notRunning, 'finding')} whose vulnerable code the project does not run`]),
  ]
  return exceptions.length === 0 ? '' : `, except ${listed(exceptions)}`
}

function lostReason([first, ...others]: Judged['lost']): string[] {
  if (!first) return []
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return [`this change makes ${first.path}${more} unreadable to Assay`]
}

function capabilityReason({ settings }: Judged): string[] {
  const added = settings?.addedCapabilities?.length ?? 0
  if (added === 0) return []
  const capabilities = added === 1 ? 'a capability' : `${added} capabilities`
  return [`this change adds ${capabilities} that failOn.capabilities does not allow`]
}

function severeReason({ counts: { severe, fresh }, isCompared, failOn }: Judged): string[] {
  if (severe === 0) return []
  const kind = isCompared ? 'new finding' : 'open finding'
  const subject = severe === fresh.total ? counted(severe, kind) : `${severe} of ${counted(fresh.total, kind)}`
  return [`${subject} ${severe === 1 ? 'is' : 'are'} ${severityText(failOn)}`]
}

function noneText({ counts: { fresh }, isCompared, failOn }: Judged): string {
  const word = isCompared ? 'new' : 'open'
  if (fresh.total === 0) return `no ${word} findings`
  return `no ${word} finding is ${severityText(failOn)}`
}

/** Returns `critical`, `high or worse`, and so on. */
export const severityText = (failOn: Severity): string => (failOn === 'critical' ? 'critical' : `${failOn} or worse`)
