/** How many scans may run at once, over all processes: of everybody, and of one account. At least 1 each. */
export interface ScansAtOnce {
  readonly ofAll: number
  readonly ofAccount: number
  /** The registry's own scans start only while fewer than so many run altogether; 1 unless given. */
  readonly besideRegistry?: number
}
