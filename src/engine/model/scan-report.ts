import { z } from 'zod'
import { Finding } from './finding.ts'
import { Coverage, ScanFailureCode, ScanResults, Verdict } from './scan.ts'
import { ScannedTool } from './scanned-tool.ts'
import { ProjectSettingsReport } from './suppression-report.ts'
import { SourceIdentity } from './target.ts'

/** One target scanned without a server, as `assay scan --format json` prints it, one a line. */
export const ScanReport = z.object({
  /** As it was asked for. */
  target: z.string(),
  source: SourceIdentity.optional(),
  verdict: Verdict,
  results: ScanResults.optional(),
  findings: z.array(Finding),
  /** What it offers to models; there when something was scanned. */
  tools: z.array(ScannedTool).optional(),
  coverage: Coverage.optional(),
  /**
   * There when the project's own settings were trusted: `verdict`, `results` and the states of `findings` heed them.
   */
  projectSettings: ProjectSettingsReport.optional(),
  error: z.object({ code: ScanFailureCode, message: z.string() }).optional(),
})
export type ScanReport = z.infer<typeof ScanReport>
