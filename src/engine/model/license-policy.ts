import type { License } from './license.ts'
import { type LicenseExpression, expressionText, parseLicenseExpression } from './license-expression.ts'
import { readLicense } from './read-license.ts'
import type { Severity } from './severity.ts'

/** What a project allows of the licenses of its dependencies. */
export interface LicensePolicy {
  /** Results of `licenseEntry`. Absent: all licenses that are not denied. */
  readonly allow?: readonly string[] | undefined
  readonly deny?: readonly string[] | undefined
  /** Whether packages with an unknown license are reported. */
  readonly unknown?: 'ignore' | 'report' | undefined
  /** Whether packages that are needed only for development are reported. */
  readonly development?: 'ignore' | 'report' | undefined
  readonly severity?: Severity | undefined
  /** `<path>:<line>`. */
  readonly by: string
}

/**
 * Returns an entry of a list for comparison: a license, or its start with `*` at the end. Identifiers are
 * case-insensitive, https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/.
 */
export const licenseEntry = (text: string): string => (readLicense(text)?.expression ?? text).toLowerCase()

/**
 * Returns the parts of a license that a policy does not allow. Empty if the license is allowed: one of the choices in
 * `A OR B`, and both parts of `A AND B`.
 */
export function disallowedLicenses(license: License, policy: LicensePolicy): readonly string[] {
  const expression = license.expression === undefined ? undefined : parseLicenseExpression(license.expression)
  if (expression !== undefined) return disallowedParts(expression, policy)
  const name = license.name ?? license.expression ?? ''
  return isAllowed([name], policy) ? [] : [name]
}

function disallowedParts(expression: LicenseExpression, policy: LicensePolicy): readonly string[] {
  if ('and' in expression) return expression.and.flatMap((part) => disallowedParts(part, policy))
  if ('or' in expression) {
    const parts = expression.or.map((part) => disallowedParts(part, policy))
    return parts.some((part) => part.length === 0) ? [] : parts.flat()
  }
  const { license, exception } = expression
  // A license with an exception counts as itself, and otherwise like the license.
  const names = exception === undefined ? [license] : [expressionText(expression), license]
  return isAllowed(names, policy) ? [] : names.slice(0, 1)
}

/** The first name that one of the lists contains decides. In the same place, `deny` comes before `allow`. */
function isAllowed(names: readonly string[], { allow, deny = [] }: LicensePolicy): boolean {
  for (const name of names) {
    const given = name.toLowerCase()
    if (deny.some((entry) => matches(entry, given))) return false
    if (allow?.some((entry) => matches(entry, given)) === true) return true
  }
  return allow === undefined
}

const matches = (entry: string, given: string): boolean =>
  entry.endsWith('*') ? given.startsWith(entry.slice(0, -1)) : entry === given
