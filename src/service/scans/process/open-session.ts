import type { Target } from '../../../engine/model/target.ts'
import type { Revision, ScannedSource, SourceScannerOptions } from '../../../engine/scanner/source-scanner.ts'
import type { ProcessMessage } from './messages.ts'

export type Outcome = Revision | ScannedSource

/** A scan in the process, from the worker's side. */
export interface OpenSession {
  readonly target: Target
  readonly options: SourceScannerOptions
  /** True if the fetcher received the credential of the scan's repository. */
  hasCredential: boolean
  /** Canonical URL of the source, once it is verified. */
  canonicalUrl: string | undefined
  /** Pause of the scan's clock while the scan waits. */
  pause: Disposable | undefined
  /** The latest progress, while a report about the session is running. */
  progress: Extract<ProcessMessage, { kind: 'progress' }> | undefined
  /** Settles the request that is waiting for its outcome. */
  pending: { resolve(outcome: Outcome): void; reject(reason: unknown): void } | undefined
  /** Ends the process if the closed session does not end. Undefined while the session is open. */
  closing: NodeJS.Timeout | undefined
}
