/** Parts of the service to run in a process. */
export interface Roles {
  readonly web: boolean
  readonly worker: boolean
}
