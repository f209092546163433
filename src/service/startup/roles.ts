/** Which parts of the service a process runs. */
export interface Roles {
  readonly web: boolean
  readonly worker: boolean
}
