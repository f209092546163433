import type { WorkClock } from '../../../engine/isolation/work-clock.ts'
import type { Target } from '../../../engine/model/target.ts'
import type { SourceScannerOptions } from '../../../engine/scanner/source-scanner.ts'
import type { ProcessMessage } from './messages.ts'
import type { ReceivedParts } from './outcome-parts.ts'

/** Message with the outcome of a request. */
export type OutcomeMessage = Extract<ProcessMessage, { kind: 'resolved' | 'scanned' | 'package-read' }>

export interface SessionOptions extends Pick<
  SourceScannerOptions,
  'accountId' | 'credentialFor' | 'scanId' | 'signal'
> {
  readonly clock?: Pick<WorkClock, 'pause'>
  /** Absent for the read of a package. */
  readonly report?: SourceScannerOptions['report']
}

/** A scan, or the read of a published package, in the process, from the worker's side. */
export interface OpenSession {
  /** Target of the scan. Undefined for the read of a package. */
  readonly target: Target | undefined
  readonly options: SessionOptions
  /** True if the fetcher received the credential of the scan's repository. */
  hasCredential: boolean
  /** Canonical URL of the source, once it is verified. */
  canonicalUrl: string | undefined
  /** Pause of the scan's clock while the scan waits. */
  pause: Disposable | undefined
  /** The latest progress, while a report about the session is running. */
  progress: Extract<ProcessMessage, { kind: 'progress' }> | undefined
  /** Parts of its result that have arrived. */
  parts: ReceivedParts | undefined
  /** Settles the request that is waiting for its outcome. */
  pending: PendingRequest | undefined
  /** Aborts when the session is closed or its process has ended. */
  readonly over: AbortController
  /** Ends the process if the closed session does not end. Undefined while the session is open. */
  closing: NodeJS.Timeout | undefined
}

interface PendingRequest {
  /** Settles the request. Throws if it asked for something else. */
  resolve(message: OutcomeMessage): void
  reject(reason: unknown): void
}

export const newSession = (target: Target | undefined, options: SessionOptions): OpenSession => ({
  target,
  options,
  hasCredential: false,
  canonicalUrl: undefined,
  pause: undefined,
  progress: undefined,
  parts: undefined,
  pending: undefined,
  closing: undefined,
  over: new AbortController(),
})

/** Reports that work waits, until it is disposed. */
export function waiting(onWait: (isWaiting: boolean) => void): Disposable {
  onWait(true)
  return { [Symbol.dispose]: () => onWait(false) }
}

/**
 * Sends a request of a session, and returns its outcome. Rejects if the session's signal aborts.
 *
 * @param outcomeOf returns the outcome in a message. Undefined if the request has other outcomes
 */
export function request<Outcome>(
  session: OpenSession,
  outcomeOf: (message: OutcomeMessage) => Outcome | undefined,
  send: () => void,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const { signal } = session.options
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => settle(() => reject(signal.reason))
    const settle = (how: () => void) => {
      signal.removeEventListener('abort', onAbort)
      session.pending = undefined
      session.parts = undefined
      how()
    }
    session.pending = {
      resolve(message) {
        const outcome = outcomeOf(message)
        if (outcome === undefined) throw new Error(`it sent the outcome of another request: ${message.kind}`)
        settle(() => resolve(outcome))
      },
      reject: (reason) => settle(() => reject(reason)),
    }
    signal.addEventListener('abort', onAbort, { once: true })
    send()
  })
}
