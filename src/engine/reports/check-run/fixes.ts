/** A replacement of whole lines of a file that fixes a finding. */
export interface Fix {
  readonly path: string
  /** First and last line that are replaced. */
  readonly startLine: number
  readonly endLine: number
  /** The current lines, without a line break at the end. */
  readonly before: string
  readonly after: string
}

/** What the files of the head show about a finding. */
export interface FixOfFinding {
  /** The line in a manifest that requires the package, or the direct dependency that installs it. */
  readonly manifestLine?: { readonly path: string; readonly line: number }
  /** Present only if the replacement is certainly valid in its line. */
  readonly fix?: Fix
}

/** By fingerprint. */
export type FixesByFinding = ReadonlyMap<string, FixOfFinding>
