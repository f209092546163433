import type { VulnerableFunctions } from '../../reachability/vulnerable-functions.ts'

/** Vulnerable functions of advisories. Keys are those of `fixKey`. */
export interface DerivedFunctions {
  readonly functions: ReadonlyMap<string, VulnerableFunctions>
  /** Why the functions of an advisory are not known, as the end of a sentence. */
  readonly failures: ReadonlyMap<string, string>
}
