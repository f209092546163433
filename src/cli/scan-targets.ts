import { realpathSync } from 'node:fs'
import { detectors } from '../engine/rules/catalogue.ts'
import type { ScanReport } from '../engine/model/scan-report.ts'
import type { Severity } from '../engine/model/severity.ts'
import type { Target } from '../engine/model/target.ts'
import type { AddressRefusal } from '../engine/net/refusal.ts'
import { reportFormats } from '../engine/reports/formats/catalogue.ts'
import type { ReportFormatId } from '../engine/reports/formats/format-ids.ts'
import { printable } from '../engine/reports/printable.ts'
import type { ScanContext } from '../engine/scanner/scan-context.ts'
import { scanOnce } from '../engine/scanner/scan-once.ts'
import type { Terminal } from './command.ts'
import type { ReportFile } from './report-file.ts'
import { type Progress, showScanStage } from './progress-line.ts'

/** How to scan targets, and where to write their reports. */
interface TargetScans {
  readonly scanContext: ScanContext
  readonly terminal: Terminal
  /** Absolute path of the folder from which the command was called. */
  readonly callerFolder: string
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly format: ReportFormatId
  /** Where the reports go. Undefined: to stdout. */
  readonly file: ReportFile | undefined
  readonly failOn: Severity | undefined
  readonly trustsProject: boolean
  readonly without: ReadonlySet<string>
}

/**
 * Scans one target after the other and returns all reports. A report goes to stdout when its target is complete. A file
 * and a joint report are written after the last target.
 */
export async function scanTargets(
  targets: readonly { readonly url: string; readonly target: Target | undefined }[],
  {
    scanContext,
    callerFolder,
    terminal: { out, err },
    signal,
    progress,
    format,
    file,
    failOn,
    trustsProject,
    without,
  }: TargetScans,
): Promise<readonly ScanReport[]> {
  const { isJoint, render } = reportFormats[format]
  const view = {
    columns: file ? 100 : (out.columns ?? 100),
    color: !file && out.isTTY === true && out.hasColors?.() === true,
    folder: realpathSync(callerFolder),
    rules: detectors.flatMap(({ rules }) => rules),
  }
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
    if (!isJoint && !file) out.write(render([report], view))
    if (refused && !isEntryIn(report, refused)) err.write(refusalText(refused))
  }
  if (file) file.write(render(reports, view))
  else if (isJoint) out.write(render(reports, view))
  return reports
}

/** Returns whether the report already names the entry of `ASSAY_ALLOW_NETWORKS` that allows the address. */
function isEntryIn({ error }: ScanReport, { entry }: AddressRefusal): boolean {
  return entry !== undefined && error?.message.includes(entry) === true
}

/** Text for the user at the terminal, who may allow networks. It contains the resolved address. */
function refusalText({ message, entry }: AddressRefusal): string {
  const remedy = entry === undefined ? '' : ` To allow this address, add ${entry} to ASSAY_ALLOW_NETWORKS.`
  return `${printable(`${message}.${remedy}`)}\n`
}
