/** Fix for a finding that replaces whole lines in a file. */
export interface Fix {
  readonly path: string
  /** First line to replace. The last one is `endLine`. */
  readonly startLine: number
  readonly endLine: number
  /** Current lines, without a trailing line break. */
  readonly before: string
  readonly after: string
}

/** Details about a finding, derived from files in the head. */
export interface FixOfFinding {
  /** Manifest line that requires the package or the direct dependency that installs it. */
  readonly manifestLine?: { readonly path: string; readonly line: number }
  /** Present only if the replacement is certain to be valid on its line. */
  readonly fix?: Fix
}

/** Details by fingerprint. */
export type FixesByFinding = ReadonlyMap<string, FixOfFinding>
