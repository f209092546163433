import type { Coverage, ScanResults } from '../model/scan.ts'
import type { ScanReport } from '../model/scan-report.ts'
import { severities } from '../model/severity.ts'
import { advisoryDateTexts } from './advisory-dates.ts'
import { subjectOfSource } from './subject.ts'

/** Returns the name of the scanned target. If the target was not found, returns it as entered. Untrusted text. */
export const subjectName = ({ source, target }: ScanReport): string => (source ? subjectOfSource(source).name : target)

/** Formats the number of open findings per severity: `1 critical, 2 low`. */
export function severityCounts({ vulnerabilities }: Pick<ScanResults, 'vulnerabilities'>): string {
  const counts = severities.flatMap((severity) =>
    vulnerabilities[severity] > 0 ? [`${vulnerabilities[severity]} ${severity}`] : [],
  )
  return counts.length === 0 ? 'no findings' : counts.join(', ')
}

/** Explains that versions come from a registry instead of a lockfile. */
export const notLockedAt = (time: string): string => `resolved at ${time}, not locked`

/** Summarizes what was scanned (`12 packages`, `3 files`), and adds the advisory dates. */
export function scannedFacts({ components, files, advisories }: Coverage): string[] {
  return [
    counted(components.total, 'package'),
    ...(components.resolvedAt === undefined ? [] : [`dependencies ${notLockedAt(components.resolvedAt)}`]),
    counted(files.scanned, 'file'),
    ...advisoryDateTexts(advisories),
  ]
}

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
