import { shortId } from '../../model/short-id.ts'
import type { ReportedFinding } from '../reported-finding.ts'
import { checkRunLimits } from './check-run-limits.ts'
import { findingLine } from './finding-sections.ts'
import { markdownCode } from './markdown.ts'
import { listSection, type Section } from './section.ts'

/**
 * Returns the collapsed section with the comments that maintainers can post to accept new findings. Excludes license
 * findings, which can only be allowed in the settings.
 */
export function acceptSection(findings: readonly ReportedFinding[]): Section {
  return listSection(
    'Accept a finding: copy its line into a comment, and replace REASON',
    findings
      .filter(({ ruleId }) => ruleId !== 'license-not-allowed')
      .map(
        (finding) => `${markdownCode(`assay: accept ${shortId(finding.fingerprint)} REASON`)} ${findingLine(finding)}`,
      ),
    { most: checkRunLimits.maxRows, isFolded: true },
  )
}
