/** Why a dependency could not be loaded, and whether npm would get the same result. */
export interface LoadFailure {
  /**
   * `absent`: the registry does not have it, so npm would not get it either. `unreachable`: an upstream failed, and npm
   * might get it. `unsupported`: npm would get it from a location that is not supported here.
   */
  readonly kind: 'absent' | 'unreachable' | 'unsupported'
  readonly reason: string
}
