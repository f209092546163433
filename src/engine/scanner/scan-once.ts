import { ScanFailure } from '../model/failure.ts'
import type { Inventory } from '../model/inventory.ts'
import { scanTimeLimits } from '../sources/scan-time-limits.ts'
import type { ScanReport } from '../model/scan-report.ts'
import type { Severity } from '../model/severity.ts'
import type { Target } from '../model/target.ts'
import { AddressRefusal } from '../net/refusal.ts'
import { trustWholly } from '../project-settings/trusted-settings.ts'
import { parseTargetName } from '../sources/accept-url.ts'
import { loadDetectors } from '../rules/load-detectors.ts'
import { renderFindingBy } from '../rules/render-finding-by.ts'
import { compareFindings } from './compare.ts'
import { type BaselineTarget, compareWithBaseline, scanBaseline } from './baseline-scan.ts'
import { scanTarget } from './scan.ts'
import { type ScanContext } from './scan-context.ts'
import { judge } from './judge.ts'
import { defaultFailOn, judgeTrusting } from './judge-trusting.ts'
import type { ReportProgress } from './progress.ts'
import { scanTimeout } from './scan-timeout.ts'
import { verdictOfFailure } from './verdict.ts'

/**
 * Scans one URL, or its `target`, without storing anything. Expected failures are part of the report, and all others
 * are thrown.
 *
 * @param scan.failOn absent for the project's setting if it is trusted, or else high
 * @param scan.trustsProject whether the project's own settings and suppressions apply
 * @param scan.without IDs of detectors to skip
 * @param scan.baseline an earlier version of the project: only findings that it does not have can fail the scan
 * @param scan.noResolution why no manifests are resolved in registries, as the end of a sentence
 * @param scan.onInventory receives the components of the project, which the report does not contain
 * @param scan.onRefusedAddress receives the reason why an address was not contacted, which the report omits because
 * others may read it
 */
export async function scanOnce(
  context: ScanContext,
  scan: {
    url: string
    target?: Target | undefined
    failOn?: Severity | undefined
    trustsProject?: boolean
    without?: ReadonlySet<string>
    baseline?: BaselineTarget | undefined
    noResolution?: string | undefined
    onInventory?: (inventory: Inventory) => void
    onRefusedAddress?: (refusal: AddressRefusal) => void
    report: ReportProgress
    signal: AbortSignal
  },
): Promise<ScanReport> {
  const deadline = AbortSignal.any([scan.signal, AbortSignal.timeout(scanTimeLimits.maxWorkMs)])
  try {
    const options = {
      report: scan.report,
      signal: deadline,
      withProjectWord: scan.trustsProject === true,
      heedsProject: scan.trustsProject === true,
      resolvedAt: new Date(),
      ...(scan.noResolution !== undefined && { noResolution: scan.noResolution }),
      ...(scan.without && { without: scan.without }),
    }
    const baseline = scan.baseline && (await scanBaseline(context, scan.baseline, { ...options, report: () => {} }))
    const scanned = await scanTarget(context, scan.target ?? parseTargetName(scan.url), options)
    const { source, inventory, detection, tools, projectConfig } = scanned
    scan.onInventory?.(inventory)
    const now = new Date()
    const findings = compareFindings(detection.findings, new Map(), now, baseline?.fingerprints)
    const compared = baseline && compareWithBaseline(baseline, scanned)
    const coverage = { ...scanned.coverage, ...(compared && { baseline: compared }) }
    const limits = {
      gaps: coverage.gaps,
      onlyNew: compared !== undefined,
      isReadingLost: compared?.lost !== undefined,
    }
    const report = {
      target: scan.url,
      source,
      tools: [...tools],
      coverage,
      ...(baseline && { baseline: baseline.report }),
    }
    const detectors = await loadDetectors(scan.without)
    const rules = new Map(detectors.flatMap((detector) => detector.rules.map((rule) => [rule.id, rule])))
    const render = (finding: (typeof findings)[number]) => renderFindingBy(rules, finding)
    if (projectConfig === undefined)
      return {
        ...report,
        ...judge(findings, { ...limits, failOn: scan.failOn ?? defaultFailOn }),
        findings: findings.map(render),
      }
    const judged = judgeTrusting(findings, {
      ...limits,
      trusted: trustWholly(projectConfig.file),
      inline: projectConfig.inline,
      now,
      failOn: scan.failOn,
    })
    return { ...report, ...judged, findings: judged.findings.map(render) }
  } catch (error) {
    const failure = deadline.aborted && !scan.signal.aborted ? scanTimeout() : error
    if (!(failure instanceof ScanFailure)) throw failure
    const refusal = refusalBehind(failure)
    if (refusal) scan.onRefusedAddress?.(refusal)
    const { code, message } = failure
    return { target: scan.url, verdict: verdictOfFailure(code), findings: [], error: { code, message } }
  }
}

/** Failures are wrapped when they pass between rooms. Undefined if no address was refused. */
function refusalBehind(error: Error): AddressRefusal | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AddressRefusal) return cause
  return undefined
}
