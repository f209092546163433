import type { Finding } from './finding.ts'

/** Properties that determine a finding's certainty. */
type Certainty = Partial<Pick<Finding, 'precision'>> & {
  readonly guard?: { readonly outcome: 'flawed' | 'undecided' } | undefined
  readonly advisory?: object | undefined
}

/**
 * Reports whether the analysis could not decide if the problem exists: untrusted input passes a check that could not be
 * judged, or the advisory may not apply to the version.
 */
export function isUndecided({ guard, advisory, precision }: Certainty): boolean {
  return guard?.outcome === 'undecided' || (advisory !== undefined && precision === 'low')
}
