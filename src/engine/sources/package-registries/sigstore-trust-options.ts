import type { Network } from '../../net/network.ts'

export interface SigstoreTrustOptions {
  readonly network: Network
  /** Base address of the TUF repository, or of a mirror of it, without trailing slash. */
  readonly url: string
  /** Where short-lived files may lie, such as the data folder. */
  readonly temporaryFolder: string
}
