/** A file of a package that the repository which the package names does not have so. */
export interface ArtifactDifference {
  /** In the package. */
  readonly path: string
  /** SHA-256 of the file in the package, as 64 hexadecimal digits. */
  readonly digest: string
  /** `added`: the repository has no such file. `changed`: it has another one. */
  readonly kind: 'added' | 'changed'
  /** The first line of the packaged file that the repository's has otherwise, from 1; of an added one the first. */
  readonly line: number
  /** Of a changed file: the one of the repository that was compared, and its digest. */
  readonly repository?: { readonly path: string; readonly digest: string }
}

/** What came of comparing the source files of a package with a commit of the repository that it names. */
export interface ArtifactComparison {
  /** The address of the repository. */
  readonly repository: string
  readonly commit: string
  /** The tag that leads to the commit; absent where the package names the commit itself. */
  readonly ref?: string
  /** Source files of the package that the repository has with the same text. */
  readonly same: number
  /**
   * Those that a build made, as far as one can tell: ignored by git, compiled from another file, in a folder such as
   * `dist`. They are not compared.
   */
  readonly built: number
  /** The first `artifactLimits.maxDifferences` of them, by path. */
  readonly differences: readonly ArtifactDifference[]
  /** How many more there are. */
  readonly more: number
  /** No manifest of the repository has the name of the package, so that nothing was compared. */
  readonly isOfAnother?: true
}
