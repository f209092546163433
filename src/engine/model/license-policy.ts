import type { License } from './license.ts'
import { type LicenseExpression, expressionText, parseLicenseExpression } from './license-expression.ts'
import { readLicense } from './read-license.ts'
import type { Severity } from './severity.ts'

/** The licenses allowed for a project's dependencies. */
export interface LicensePolicy {
  /**
   * Allowed licenses, in the form that `licenseEntry` returns. If absent, all licenses that are not denied are allowed.
   */
  readonly allow?: readonly string[] | undefined
  readonly deny?: readonly string[] | undefined
  /** Whether to report packages with an unknown license. */
  readonly unknown?: 'ignore' | 'report' | undefined
  /** Whether to report packages that are needed only for development. */
  readonly development?: 'ignore' | 'report' | undefined
  readonly severity?: Severity | undefined
  /** Location of the setting as `<path>:<line>`. */
  readonly by: string
}

/**
 * Returns a list entry in the form used for comparison: a license, or a prefix that ends with `*`. Identifiers are
 * case-insensitive, https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/.
 */
export const licenseEntry = (text: string): string => (readLicense(text)?.expression ?? text).toLowerCase()

/** Compares licenses with a policy. Each text is parsed once, and each name is compared with the lists once. */
export class LicenseCheck {
  readonly policy: LicensePolicy
  readonly #texts = new Map<string, readonly string[]>()
  readonly #names = new Map<string, boolean | undefined>()
  #work = 0

  constructor(policy: LicensePolicy) {
    this.policy = policy
  }

  /**
   * Amount of work so far: the number of parsed characters and of comparisons with list entries. Each takes about a
   * microsecond.
   */
  get work(): number {
    return this.#work
  }

  /**
   * Returns the parts of a license that the policy does not allow, or an empty list if the license is allowed. `A OR B`
   * needs one allowed part, and `A AND B` needs both.
   */
  disallowed(license: License): readonly string[] {
    const { expression, name = '' } = license
    const key = expression === undefined ? `name ${name}` : `expression ${expression}`
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    this.#work += key.length
    const parsed = expression === undefined ? undefined : parseLicenseExpression(expression)
    const whole = expression ?? name
    const parts = parsed ? [...new Set(this.#disallowedParts(parsed))] : this.#isAllowed([whole]) ? [] : [whole]
    this.#texts.set(key, parts)
    return parts
  }

  #disallowedParts(expression: LicenseExpression): readonly string[] {
    if ('and' in expression) return expression.and.flatMap((part) => this.#disallowedParts(part))
    if ('or' in expression) {
      const parts = expression.or.map((part) => this.#disallowedParts(part))
      return parts.some((part) => part.length === 0) ? [] : parts.flat()
    }
    const { license, exception } = expression
    // A license with an exception is looked up with the exception first, and then without it.
    const names = exception === undefined ? [license] : [expressionText(expression), license]
    return this.#isAllowed(names) ? [] : names.slice(0, 1)
  }

  /** Looks up the names in order. The first name contained in a list decides. */
  #isAllowed(names: readonly string[]): boolean {
    for (const name of names) {
      const decision = this.#decisionOf(name.toLowerCase())
      if (decision !== undefined) return decision
    }
    return this.policy.allow === undefined
  }

  /**
   * Returns whether the lists allow a name, or undefined if they do not contain it. `deny` takes precedence over
   * `allow`.
   */
  #decisionOf(name: string): boolean | undefined {
    if (this.#names.has(name)) return this.#names.get(name)
    const { allow = [], deny = [] } = this.policy
    this.#work += allow.length + deny.length
    const matches = (entry: string) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name)
    const decision = deny.some(matches) ? false : allow.some(matches) ? true : undefined
    this.#names.set(name, decision)
    return decision
  }
}
