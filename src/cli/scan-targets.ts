import { detectors } from '../engine/rules/catalogue.ts'
import { assay } from '../engine/model/product.ts'
import type { ScanReport } from '../engine/model/scan-report.ts'
import type { Severity } from '../engine/model/severity.ts'
import type { Target } from '../engine/model/target.ts'
import type { AddressRefusal } from '../engine/net/refusal.ts'
import { printable } from '../engine/reports/printable.ts'
import { projectNotices } from '../engine/reports/project-notices.ts'
import { sarifLog, type SarifScan } from '../engine/reports/sarif.ts'
import { terminalReport } from '../engine/reports/terminal-report.ts'
import type { ScanContext } from '../engine/scanner/scan-context.ts'
import { scanOnce } from '../engine/scanner/scan-once.ts'
import type { Terminal } from './command.ts'
import { type Progress, showScanStage } from './progress-line.ts'
import type { scanFormats } from './scan-formats.ts'

/** How to scan targets, and where to write their reports. */
interface TargetScans {
  readonly scanContext: ScanContext
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly format: (typeof scanFormats)[number]
  readonly failOn: Severity | undefined
  readonly trustsProject: boolean
  readonly without: ReadonlySet<string>
}

/** Scans one target after the other, writes each report when it is complete, and returns all reports. */
export async function scanTargets(
  targets: readonly { readonly url: string; readonly target: Target | undefined }[],
  { scanContext, terminal: { out, err }, signal, progress, format, failOn, trustsProject, without }: TargetScans,
): Promise<readonly ScanReport[]> {
  const reports: ScanReport[] = []
  for (const { url, target } of targets) {
    let refused: AddressRefusal | undefined
    const report = await scanOnce(scanContext, {
      url,
      target,
      failOn,
      trustsProject,
      without,
      onRefusedAddress: (refusal) => (refused = refusal),
      report: (stage, percent) => showScanStage(progress, { subject: printable(url), stage, percent }),
      signal,
    })
    progress.clear()
    reports.push(report)
    if (format === 'json') out.write(`${JSON.stringify(report)}\n`)
    if (format === 'table')
      out.write(
        terminalReport(report, {
          columns: out.columns ?? 100,
          color: out.isTTY === true && out.hasColors?.() === true,
        }),
      )
    if (refused && !isSettingIn(report, refused)) err.write(refusalText(refused))
  }
  // One log has all targets, so Assay writes it after the last scan.
  if (format === 'sarif')
    out.write(
      `${JSON.stringify(
        sarifLog(reports.map(sarifScan), { rules: detectors.flatMap(({ rules }) => rules), tool: assay }),
        undefined,
        2,
      )}\n`,
    )
  return reports
}

/** Returns whether the report already names the setting that allows the address. */
function isSettingIn({ error }: ScanReport, { setting }: AddressRefusal): boolean {
  return setting !== undefined && error?.message.includes(setting) === true
}

/** Text for the user at the terminal, who may allow networks. It contains the resolved address. */
function refusalText({ message, setting }: AddressRefusal): string {
  return `${printable(`${message}.${setting === undefined ? '' : ` To allow this address, set ${setting}`}`)}\n`
}

function sarifScan({ target, source, findings, coverage, error, projectSettings }: ScanReport): SarifScan {
  const skipped = coverage?.detectors.flatMap(({ id, status }) => (status === 'skipped' ? [id] : [])) ?? []
  return {
    id: source?.canonicalUrl ?? target,
    source,
    findings,
    gaps: [
      ...(coverage?.gaps ?? []),
      ...skipped.map((id) => `Detector ${id} was skipped (--without).`),
      ...(projectSettings ? projectNotices(projectSettings) : []),
    ],
    failure: error,
  }
}
