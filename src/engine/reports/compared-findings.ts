import { type Finding, isOpen } from '../model/finding.ts'
import type { ScanReport } from '../model/scan-report.ts'
import { type FindingGroup, groupFindings } from './finding-groups.ts'

/** State compared with the baseline. Undefined if there is no baseline. */
export type ComparedState = 'new' | 'existing' | undefined

/** Open findings that are all new, all existing, or all not compared. */
interface ComparedFindings {
  readonly state: ComparedState
  readonly findings: readonly Finding[]
}

/**
 * Returns a report's open findings. If there is a baseline, new and existing findings are separate, with new ones
 * first.
 */
export function comparedFindings({ findings, baseline }: ScanReport): readonly ComparedFindings[] {
  const open = findings.filter(isOpen)
  if (!baseline) return [{ state: undefined, findings: open }]
  return (['new', 'existing'] as const).map((state) => ({
    state,
    findings: open.filter((finding) => finding.state === state),
  }))
}

/** Group of findings that are all new, all existing, or all not compared. */
export type ComparedGroup = FindingGroup & { readonly state: ComparedState }

/** Groups the open findings, worst group first. If there is a baseline, groups of new findings come first. */
export function comparedGroups(report: ScanReport): readonly ComparedGroup[] {
  return comparedFindings(report).flatMap(({ state, findings }) =>
    groupFindings(findings).map((group) => ({ ...group, state })),
  )
}

/**
 * Returns a note with the numbers of new and existing findings, followed by other notes about the comparison. Empty if
 * there is no baseline.
 */
export function comparisonNotes(report: ScanReport): readonly string[] {
  const { baseline, coverage } = report
  if (!baseline || !coverage?.baseline) return []
  const { message, note, lost = [] } = coverage.baseline
  const counts = comparedFindings(report).map(({ state, findings }) => `${findings.length} ${state}`)
  return [
    `${counts.join(', ')}. ${message}`,
    ...(note === undefined ? [] : [note]),
    ...lost.map(({ path, message: problem }) => `${path}: ${problem}`),
  ]
}
