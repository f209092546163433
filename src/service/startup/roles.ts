/** The parts of the service that a process runs. */
export interface Roles {
  readonly web: boolean
  readonly worker: boolean
}
