import type { Finding } from './finding.ts'

/** The parts of a finding that decide whether it is certain. */
type Certainty = Partial<Pick<Finding, 'precision'>> & {
  readonly guard?: { readonly outcome: 'flawed' | 'undecided' } | undefined
  readonly advisory?: object | undefined
}

/**
 * Whether it is unknown if the problem exists: untrusted input passes a check that the analysis could not judge, or the
 * advisory may not apply to the version.
 */
export function isUndecided({ guard, advisory, precision }: Certainty): boolean {
  return guard?.outcome === 'undecided' || (advisory !== undefined && precision === 'low')
}
