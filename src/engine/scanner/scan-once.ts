import { createWorkClock } from '../isolation/work-clock.ts'
import { ScanFailure } from '../model/failure.ts'
import { scanTimeLimits } from '../sources/scan-time-limits.ts'
import type { ScanReport } from '../model/scan-report.ts'
import { AddressRefusal } from '../net/refusal.ts'
import { trustWholly } from '../project-settings/trusted-settings.ts'
import { dependencyDifferences } from './dependency-differences.ts'
import { parseTargetName } from '../sources/accept-url.ts'
import { loadDetectors } from '../rules/load-detectors.ts'
import { renderFindingBy } from '../rules/render-finding-by.ts'
import { addedCapabilities } from './added-capabilities.ts'
import { compareFindings } from './compare.ts'
import { compareWithBaseline, scanBaseline } from './baseline-scan.ts'
import { scanSource, scanTarget } from './scan.ts'
import type { ScanContext } from './scan-context.ts'
import type { ScanRequest } from './scan-request.ts'
import { judge } from './judge.ts'
import { licenseFindings } from './license-findings.ts'
import { defaultFailOn, judgeTrusting } from './judge-trusting.ts'
import { scanTimeout } from './scan-timeout.ts'
import { verdictOfFailure } from './verdict.ts'

/** Scans a URL or a `target`. Reports expected failures in the result and throws all other errors. Stores nothing. */
export async function scanOnce(context: ScanContext, scan: ScanRequest): Promise<ScanReport> {
  // Stops while other scans of the process use the child processes. The caller limits how many run at the same time.
  using clock = createWorkClock({ workMs: scanTimeLimits.maxWorkMs })
  const deadline = AbortSignal.any([scan.signal, clock.signal])
  try {
    const options = {
      report: scan.report,
      signal: deadline,
      clock,
      withProjectWord: scan.trustsProject === true,
      heedsProject: scan.trustsProject === true,
      resolvedAt: new Date(),
      ...(scan.noResolution !== undefined && { noResolution: scan.noResolution }),
      ...(scan.judgesReachability === true && { judgesReachability: true }),
      ...(scan.without && { without: scan.without }),
    }
    const baseline = scan.baseline && (await scanBaseline(context, scan.baseline, { ...options, report: () => {} }))
    const scanned = scan.folder
      ? await scanSource(context, scan.folder.resolved, options, scan.folder.snapshot)
      : await scanTarget(context, scan.target ?? parseTargetName(scan.url), options)
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
      ...(baseline &&
        baseline.report.error === undefined && {
          dependencyChanges: dependencyDifferences(baseline, {
            components: inventory.components,
            unresolved: new Set(coverage.components.unresolved.map(({ name }) => name)),
          }),
        }),
    }
    const detectors = await loadDetectors(scan.without)
    const rules = new Map(detectors.flatMap((detector) => detector.rules.map((rule) => [rule.id, rule])))
    const render = (finding: (typeof findings)[number]) => renderFindingBy(rules, finding)
    if (projectConfig === undefined)
      return {
        ...report,
        ...judge(findings, {
          ...limits,
          failOn: scan.failOn ?? defaultFailOn,
          onlyReachable: scan.onlyReachable ?? false,
        }),
        findings: findings.map(render),
      }
    const licenses = await licenseFindings(projectConfig.file.licenses, {
      components: inventory.components,
      before: baseline?.components,
      now,
    })
    const judged = judgeTrusting([...findings, ...licenses], {
      ...limits,
      trusted: trustWholly(projectConfig.file),
      inline: projectConfig.inline,
      now,
      failOn: scan.failOn,
      onlyReachable: scan.onlyReachable,
      // Includes the baseline's settings. Otherwise, a change could remove the very restriction that it violates.
      addedCapabilities: addedCapabilities(
        [...new Set([...(projectConfig.file.failOnCapabilities ?? []), ...(baseline?.failOnCapabilities ?? [])])],
        { before: baseline?.report.tools, after: tools },
      ),
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

/**
 * Finds an address refusal among an error's causes, because modules wrap failures. Returns undefined if no address was
 * refused.
 */
function refusalBehind(error: Error): AddressRefusal | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AddressRefusal) return cause
  return undefined
}
