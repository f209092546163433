/** Replacement of whole lines in a file that fixes a finding. */
export interface Fix {
  readonly path: string
  /** First line to replace. `endLine` is the last. */
  readonly startLine: number
  readonly endLine: number
  /** Current lines, without a line break at the end. */
  readonly before: string
  readonly after: string
}

/** Details of a finding from the files of the head. */
export interface FixOfFinding {
  /** Line in a manifest that requires the package, or the direct dependency that installs it. */
  readonly manifestLine?: { readonly path: string; readonly line: number }
  /** Present only if the replacement is certainly valid in its line. */
  readonly fix?: Fix
}

/** Details by fingerprint. */
export type FixesByFinding = ReadonlyMap<string, FixOfFinding>
