/** A packaged file that differs from the repository declared by the package. */
export interface ArtifactDifference {
  /** Path inside the package. */
  readonly path: string
  /** SHA-256 of the file in the package, as 64 hexadecimal digits. */
  readonly digest: string
  /** `added`: the repository has no such file. `changed`: the repository has a different version of it. */
  readonly kind: 'added' | 'changed'
  /** First line of the packaged file that differs, from 1. Always 1 for an added file. */
  readonly line: number
  /** Repository file that was compared. Absent for an added file. */
  readonly repository?: { readonly path: string; readonly digest: string }
}

/** Result of comparing a package's source files with a commit of the repository declared by the package. */
export interface ArtifactComparison {
  readonly repository: string
  readonly commit: string
  /** Tag that points to the commit. Absent if the package names the commit itself. */
  readonly ref?: string
  /** Number of source files that are identical in both. */
  readonly same: number
  /**
   * Number of source files that look generated: ignored by git, compiled from another file, or in a folder such as
   * `dist`. They are not compared.
   */
  readonly built: number
  /** The first `artifactLimits.maxDifferences` differences, sorted by path. */
  readonly differences: readonly ArtifactDifference[]
  /** Number of differences beyond `artifactLimits.maxDifferences`. */
  readonly more: number
  /** True if no manifest in the repository has the package's name. In that case, nothing was compared. */
  readonly isOfAnother?: true
}
