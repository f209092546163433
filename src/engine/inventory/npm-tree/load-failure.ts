/** Why a dependency could not be loaded, and whether npm would fail too. */
export interface LoadFailure {
  /**
   * `absent`: the registry does not have the package, so npm would fail too. `unreachable`: a request failed, but npm
   * might succeed. `unsupported`: npm would load the package from a kind of location not supported here.
   */
  readonly kind: 'absent' | 'unreachable' | 'unsupported'
  readonly reason: string
}
