import type { Network } from '../../net/network.ts'

export interface SigstoreTrustOptions {
  readonly network: Network
  /** Base URL of the TUF repository or a mirror, without a trailing slash. */
  readonly url: string
  /** Folder for temporary files, such as the data folder. */
  readonly temporaryFolder: string
}
