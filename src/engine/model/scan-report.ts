import { z } from 'zod'
import { DependencyChange } from './dependency-change.ts'
import { Finding } from './finding.ts'
import { Coverage, ScanFailureCode, ScanResults, Verdict } from './scan.ts'
import { ScannedTool } from './scanned-tool.ts'
import { ProjectSettingsReport } from './suppression-report.ts'
import { SourceIdentity } from './target.ts'

/** The result of scanning one target without the service. `assay scan --format json` prints one report per line. */
export const ScanReport = z.object({
  /** Target as the user wrote it. */
  target: z.string(),
  source: SourceIdentity.optional(),
  verdict: Verdict,
  results: ScanResults.optional(),
  findings: z.array(Finding),
  /** What the project offers to models. Present if something was scanned. */
  tools: z.array(ScannedTool).optional(),
  coverage: Coverage.optional(),
  /**
   * Present if the settings of the project were trusted. `verdict`, `results`, and the states of `findings` then follow
   * them.
   */
  projectSettings: ProjectSettingsReport.optional(),
  /** Dependencies that differ from the baseline, direct ones first. Present if the baseline could be scanned. */
  dependencyChanges: z.array(DependencyChange).optional(),
  /** The scan of the earlier version, if the scan was compared with one. Its findings are the `existing` ones. */
  baseline: z
    .object({
      verdict: Verdict,
      results: ScanResults.optional(),
      tools: z.array(ScannedTool).optional(),
      error: z.object({ code: ScanFailureCode, message: z.string() }).optional(),
    })
    .optional(),
  error: z.object({ code: ScanFailureCode, message: z.string() }).optional(),
})
export type ScanReport = z.infer<typeof ScanReport>
