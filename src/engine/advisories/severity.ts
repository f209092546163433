import type { Severity } from '../model/severity.ts'
import { compareSeverity } from '../model/severity.ts'
import { bestCvss, cvssSeverity } from './cvss.ts'
import { type AdvisoryDescription, isMalwareId } from './description.ts'

/**
 * Neither a label nor a rating: in OSV's exports, 2,732 of 6,994 records of PyPI, 4,274 of 6,549 of Go, and 2 of 521 of
 * npm, without malware. `medium` neither hides such a vulnerability nor fails a build.
 */
const unknownSeverity: Severity = 'medium'

/**
 * The severity of one vulnerability, based on all of its advisories: malware is critical; what Debian rates as
 * unimportant, such as a crash of a command-line tool, is `info`; then GitHub's label, which is
 * reviewed; then the highest CVSS version; then the label of another database.
 */
export function severityOf(advisories: readonly AdvisoryDescription[]): Severity {
  if (advisories.some(({ id }) => isMalwareId(id))) return 'critical'
  if (advisories.length > 0 && advisories.every(({ isUnimportant }) => isUnimportant)) return 'info'
  const github = worstLabel(advisories.filter(({ id }) => id.startsWith('GHSA-')))
  if (github) return github
  const cvss = bestCvss(advisories.flatMap(({ cvss }) => cvss ?? []))
  return cvss ? cvssSeverity(cvss) : (worstLabel(advisories) ?? unknownSeverity)
}

function worstLabel(advisories: readonly AdvisoryDescription[]): Severity | undefined {
  return advisories.flatMap(({ label }) => label ?? []).toSorted(compareSeverity)[0]
}
