/** The engine as a library: what the package exports. */
import { resolve } from 'node:path'
import type { ScanReport } from './model/scan-report.ts'
import type { Severity } from './model/severity.ts'
import { type EngineOptions, openEngine } from './scanner/open-engine.ts'
import type { ReportProgress } from './scanner/progress.ts'
import { scanOnce } from './scanner/scan-once.ts'
import { folderArgument } from './sources/folder/folder-argument.ts'

export type { AdvisoryStore } from './advisories/advisory-store.ts'
export type { ScanReport } from './model/scan-report.ts'
export type { EngineOptions, RegistryAddresses } from './scanner/open-engine.ts'
export type { ResultCache } from './scanner/result-cache.ts'

export interface ScanOptions extends EngineOptions {
  /** Findings of this severity or above fail. Default: what a trusted project says, else `high`. */
  readonly failOn?: Severity
  /** Whether the project's own settings and suppressions count. Default: false. */
  readonly trustsProject?: boolean
  /** Ids of detectors to leave out, such as `vulnerable-dependencies`. */
  readonly without?: ReadonlySet<string>
  /** Receives the stage of the scan and its progress in percent. */
  readonly onProgress?: ReportProgress
  readonly signal?: AbortSignal
}

/**
 * Scans a folder, a package page, or a repository without running its code.
 *
 * @param target a path that starts with `.` or `/`, or an address
 * @returns the report; expected failures are its `error`, with a verdict that is neither pass nor fail
 * @throws Error for a path that cannot be scanned, and for faults of the engine
 */
export async function scan(target: string, options: ScanOptions): Promise<ScanReport> {
  const { failOn, trustsProject = false, without, onProgress = () => {}, signal, ...engineOptions } = options
  const folder = folderArgument(target, resolve('.'))
  if (folder && 'problem' in folder) throw new Error(folder.problem)
  await using engine = openEngine(engineOptions)
  return await scanOnce(engine, {
    url: target,
    target: folder?.target,
    failOn,
    trustsProject,
    ...(without && { without }),
    report: onProgress,
    signal: signal ?? new AbortController().signal,
  })
}
