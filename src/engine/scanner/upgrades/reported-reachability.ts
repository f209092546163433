import type { ScanReport } from '../../model/scan-report.ts'
import type { ReachabilityOf } from './vulnerabilities.ts'

/** Returns the reachability of vulnerabilities as a report has it. Undefined for versions that the project lacks. */
export function reportedReachability({ findings = [] }: Pick<ScanReport, 'findings'>): ReachabilityOf {
  const known = new Map(
    findings.flatMap(({ advisory, component, reachability }) =>
      advisory && component && reachability ? [[keyOf(advisory.id, component.purl), reachability.status]] : [],
    ),
  )
  return (id, purl) => known.get(keyOf(id, purl))
}

const keyOf = (id: string, purl: string): string => JSON.stringify([id, purl])
