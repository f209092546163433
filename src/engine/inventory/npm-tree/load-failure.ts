/** Why a dependency could not be loaded, and whether npm would come to the same end. */
export interface LoadFailure {
  /**
   * `absent`: the registry does not have it, npm would not get it either. `unreachable`: an upstream
   * failed, npm might get it. `unsupported`: npm would get it from a place that is not read here.
   */
  readonly kind: 'absent' | 'unreachable' | 'unsupported'
  readonly reason: string
}
