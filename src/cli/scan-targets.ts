import { realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { loadDetectors } from '../engine/rules/load-detectors.ts'
import type { Component } from '../engine/model/component.ts'
import type { Inventory } from '../engine/model/inventory.ts'
import type { ScanReport } from '../engine/model/scan-report.ts'
import type { Severity } from '../engine/model/severity.ts'
import type { Target } from '../engine/model/target.ts'
import type { AddressRefusal } from '../engine/net/refusal.ts'
import { reportFormats } from '../engine/reports/formats/catalogue.ts'
import type { ReportFormatId } from '../engine/reports/formats/format-ids.ts'
import { printable } from '../engine/reports/printable.ts'
import type { BaselineTarget } from '../engine/scanner/baseline-scan.ts'
import { notByFlag } from '../engine/scanner/resolution-policy.ts'
import type { ScanContext } from '../engine/scanner/scan-context.ts'
import type { FolderReports } from '../engine/scanner/file-reports/folder-reports.ts'
import { scanOrReuse } from '../engine/scanner/scan-or-reuse.ts'
import type { Terminal } from './command.ts'
import { inOrder, type InOrderCall } from './in-order.ts'
import type { ReportFile } from './report-file.ts'
import { type Progress, showScanStage } from './progress-line.ts'

/** File that receives all reports in one format. */
export interface FormattedFile {
  readonly format: ReportFormatId
  readonly file: ReportFile
}

/** Targets, scan options, and report destinations. */
interface TargetScans {
  readonly scanContext: ScanContext
  readonly terminal: Terminal
  /** Absolute path of the folder in which the user ran the command. */
  readonly callerFolder: string
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly format: ReportFormatId
  /** File for the reports. Undefined for stdout. */
  readonly file: ReportFile | undefined
  /** Additional files for the same reports in other formats. */
  readonly moreFiles: readonly FormattedFile[]
  /** Earlier version of the target. Only supported with a single target. */
  readonly baseline: BaselineTarget | undefined
  readonly failOn: Severity | undefined
  readonly onlyReachable: boolean | undefined
  readonly trustsProject: boolean
  readonly without: ReadonlySet<string>
  /** True to resolve dependencies that have no lockfile in the registries. */
  readonly resolves: boolean
  /** True to judge whether projects reach the vulnerable code of their dependencies. */
  readonly judgesReachability: boolean
  /** True to list everything that was not analyzed. */
  readonly isVerbose: boolean
  /** Reports of unchanged folders. If undefined, every target is scanned. */
  readonly folderReports: FolderReports | undefined
}

/**
 * Maximum number of targets that are scanned at the same time. A scan uses this process and its child in turns, and
 * waits for registries, so one scan alone does not use all cores. Each one may need up to 0.8 GB.
 */
const maxScansAtOnce = 4

/**
 * Scans targets, a few at a time, and returns all reports. Writes each report to stdout as soon as its target and all
 * earlier ones are complete. Writes files and combined reports after the last target.
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
    moreFiles,
    baseline,
    failOn,
    onlyReachable,
    trustsProject,
    without,
    resolves,
    judgesReachability,
    isVerbose,
    folderReports,
  }: TargetScans,
): Promise<readonly ScanReport[]> {
  const components = new WeakMap<ScanReport, readonly Component[]>()
  const chosen = await reportFormats[format]()
  const { isJoint, render } = chosen
  const further = await Promise.all(
    moreFiles.map(async (more) => ({ ...(await reportFormats[more.format]()), file: more.file })),
  )
  const formats = [chosen, ...further]
  const detectors = formats.some(({ showsRules }) => showsRules === true) ? await loadDetectors() : []
  const showsComponents = formats.some((each) => each.showsComponents === true)
  const fileView = {
    columns: 100,
    color: false,
    isVerbose,
    folder: realpathSync(callerFolder),
    rules: detectors.flatMap(({ rules }) => rules),
    componentsOf: (report: ScanReport) => components.get(report) ?? [],
  }
  const view = file
    ? fileView
    : {
        ...fileView,
        columns: out.columns ?? fileView.columns,
        color: out.isTTY === true && out.hasColors?.() === true,
      }
  const reports: ScanReport[] = []
  const scan = async ({ url, target }: (typeof targets)[number], { place, signal: needed }: InOrderCall) => {
    let refused: AddressRefusal | undefined
    let inventory: Inventory | undefined
    const { report, reusedFrom } = await scanOrReuse(
      scanContext,
      {
        url,
        target,
        failOn,
        onlyReachable,
        trustsProject,
        without,
        baseline,
        noResolution: resolves ? undefined : notByFlag,
        judgesReachability,
        onInventory: showsComponents ? (found) => (inventory = found) : undefined,
        onRefusedAddress: (refusal) => (refused = refusal),
        report: (stage, percent, activity) => {
          // Shows the scan whose report is written next.
          if (place === reports.length) showScanStage(progress, { subject: printable(url), stage, percent, activity })
        },
        signal: AbortSignal.any([signal, needed]),
      },
      folderReports,
    )
    return { url, report, reusedFrom, refused, inventory }
  }
  for await (const { url, report, reusedFrom, refused, inventory } of inOrder(targets, scansAtOnce(), scan)) {
    progress.clear()
    if (reusedFrom !== undefined) err.write(reuseText(url, reusedFrom))
    reports.push(report)
    if (inventory) components.set(report, inventory.components)
    if (!isJoint && !file) out.write(render([report], view))
    if (refused && !isEntryIn(report, refused)) err.write(refusalText(refused))
  }
  if (file) file.write(render(reports, view))
  else if (isJoint) out.write(render(reports, view))
  for (const more of further) more.file.write(more.render(reports, fileView))
  return reports
}

const scansAtOnce = () => Math.min(availableParallelism(), maxScansAtOnce)

/** Returns the message for a target that was not scanned again. */
function reuseText(url: string, scannedAt: string): string {
  const time = scannedAt.slice(0, 16).replace('T', ' ')
  return `${printable(url)}: nothing has changed since the scan at ${time} UTC. To scan again, use --no-cache.\n`
}

/** Reports whether the error already names the `ASSAY_ALLOW_NETWORKS` entry that would allow the address. */
function isEntryIn({ error }: ScanReport, { entry }: AddressRefusal): boolean {
  return entry !== undefined && error?.message.includes(entry) === true
}

/**
 * Returns the message for a user at the terminal, who may be able to allow networks. It includes the resolved address.
 */
function refusalText({ message, entry }: AddressRefusal): string {
  const remedy = entry === undefined ? '' : ` To allow this address, add ${entry} to ASSAY_ALLOW_NETWORKS.`
  return `${printable(`${message}.${remedy}`)}\n`
}
