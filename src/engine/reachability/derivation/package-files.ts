/** Files of one package version. */
export interface PackageFiles {
  /** Digest of each file by path. Equal digests mean equal contents. */
  readonly digests: ReadonlyMap<string, string>
  /** Returns a file's content, or undefined if it is not available. */
  readonly read: (path: string) => Buffer | undefined
}

/** Version pair that a derivation compares. */
export interface FixedRelease {
  readonly ecosystem: 'npm' | 'PyPI'
  readonly name: string
  /** Last affected version of the branch that the fix belongs to. */
  readonly affectedVersion: string
  readonly fixedVersion: string
}
