import type { Component } from '../model/component.ts'
import type { Finding } from '../model/finding.ts'
import type { LicensePolicy } from '../model/license-policy.ts'
import { renderFindingBy } from '../rules/render-finding-by.ts'
import { findingsOfLicenses } from '../rules/vulnerable-dependencies/license-not-allowed.ts'
import { compareFindings } from './compare.ts'

/** Components of a scan, and of its baseline if there is one. */
interface LicensedScan {
  readonly components: readonly Component[]
  readonly before?: readonly Component[] | undefined
  readonly now: Date
}

/**
 * Returns the findings for licenses that the trusted settings of a project do not allow. They are new unless the same
 * policy also finds them in the baseline. Empty without a policy.
 */
export function licenseFindings(
  policy: LicensePolicy | undefined,
  { components, before = [], now }: LicensedScan,
): Finding[] {
  if (policy === undefined) return []
  const known = compareFindings(findingsOfLicenses(before, policy), new Map(), now)
  const fingerprints = new Set(known.map(({ fingerprint }) => fingerprint))
  return compareFindings(findingsOfLicenses(components, policy), new Map(), now, fingerprints).map((finding) =>
    renderFindingBy(new Map(), finding),
  )
}
