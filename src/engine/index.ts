/** Public API of the engine as a library. */
import { resolve } from 'node:path'
import type { ScanReport } from './model/scan-report.ts'
import type { Severity } from './model/severity.ts'
import { checkScanArguments, ScanOptionsError } from './scanner/scan-options.ts'
import { type EngineOptions, openEngine } from './scanner/open-engine.ts'
import type { ReportProgress } from './scanner/progress.ts'
import { scanOnce } from './scanner/scan-once.ts'
import { folderArgument } from './sources/folder/folder-argument.ts'

export type { AdvisoryStore } from './advisories/advisory-store.ts'
export type { ScanReport } from './model/scan-report.ts'
export { type ScanOptionProblem, ScanOptionsError } from './scanner/scan-options.ts'
export type { EngineOptions, RegistryAddresses } from './scanner/open-engine.ts'
export type { ResultCache } from './scanner/result-cache.ts'

export interface ScanOptions extends EngineOptions {
  /** Findings of this severity or worse fail the scan. Defaults to `failOn` of a trusted project, or else `high`. */
  readonly failOn?: Severity
  /**
   * Whether vulnerabilities whose code the project does not run cannot fail the scan. Defaults to
   * `failOn.onlyReachable` of a trusted project, or else false.
   */
  readonly onlyReachable?: boolean
  /** Whether to apply the project's own settings and suppressions. Defaults to false. */
  readonly trustsProject?: boolean
  /**
   * True to judge whether the project reaches the vulnerable code of its dependencies. Downloads the archives of all
   * dependencies. Defaults to false.
   */
  readonly judgesReachability?: boolean
  /** Ids of detectors to skip, such as `vulnerable-dependencies`. */
  readonly without?: ReadonlySet<string>
  /** Receives the stage of the scan and its progress in percent. */
  readonly onProgress?: ReportProgress
  readonly signal?: AbortSignal
}

/**
 * Scans a folder, a package, or a repository without running its code.
 *
 * @param target a path that starts with `.`, `/`, or `~`, the name of an existing folder, a package, or a URL
 * @returns the report. An expected failure is its `error`, with a verdict that is neither pass nor fail.
 * @throws ScanOptionsError for an invalid option and for a folder that cannot be scanned
 * @throws Error for internal errors of the engine
 */
export async function scan(target: string, options: ScanOptions): Promise<ScanReport> {
  checkScanArguments(target, options)
  const {
    failOn,
    onlyReachable,
    trustsProject = false,
    judgesReachability = false,
    without,
    onProgress = () => {},
    signal,
    ...engineOptions
  } = options
  const folder = folderArgument(target, resolve('.'))
  if (folder && 'problem' in folder) throw new ScanOptionsError([{ option: 'target', message: folder.problem }])
  await using engine = openEngine(engineOptions)
  return await scanOnce(engine, {
    url: target,
    target: folder?.target,
    failOn,
    onlyReachable,
    trustsProject,
    judgesReachability,
    ...(without && { without }),
    report: onProgress,
    signal: signal ?? new AbortController().signal,
  })
}
