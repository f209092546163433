import { z } from 'zod'
import { DependencyChange } from './dependency-change.ts'
import { Finding } from './finding.ts'
import { Coverage, ScanFailureCode, ScanResults, Verdict } from './scan.ts'
import { ScannedTool } from './scanned-tool.ts'
import { ProjectSettingsReport } from './suppression-report.ts'
import { SourceIdentity } from './target.ts'

/** The result of scanning one target without the service. `assay scan --format json` prints one report per line. */
export const ScanReport = z.object({
  /** Target as the user specified it. */
  target: z.string(),
  source: SourceIdentity.optional(),
  verdict: Verdict,
  results: ScanResults.optional(),
  findings: z.array(Finding),
  /** Tools, resources, and prompts of the project. Present if something was scanned. */
  tools: z.array(ScannedTool).optional(),
  coverage: Coverage.optional(),
  /**
   * Present if the project settings were trusted. They then affect `verdict`, `results`, and the states of `findings`.
   */
  projectSettings: ProjectSettingsReport.optional(),
  /** Dependencies that differ from the baseline, direct ones first. Absent if the baseline could not be scanned. */
  dependencyChanges: z.array(DependencyChange).optional(),
  /** Scan of the earlier version, if the scan was compared with one. Its findings have the state `existing`. */
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
