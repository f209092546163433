import { NetworkFailure } from './network.ts'

/** Returns the NetworkFailure that an error wraps, if any. got wraps socket errors in its own errors. */
export function networkFailureIn(error: unknown): NetworkFailure | undefined {
  for (const inner of causes(error)) if (inner instanceof NetworkFailure) return inner
  return undefined
}

/**
 * Returns Node's code of the innermost cause that has one: `ECONNRESET`, `CERT_HAS_EXPIRED`, `HPE_HEADER_OVERFLOW`,
 * `Z_DATA_ERROR`.
 */
export function errorCode(error: unknown): string | undefined {
  let code: string | undefined
  for (const inner of causes(error)) if ('code' in inner && typeof inner.code === 'string') code = inner.code
  return code
}

/**
 * Returns the innermost error for use as a cause. Removes got's own properties, because the request options include
 * headers and credentials, which would be logged.
 */
export function rootCause(error: unknown): unknown {
  const innermost = [...causes(error)].at(-1)
  return innermost !== undefined && 'options' in innermost
    ? new Error(`${errorCode(innermost)}: ${innermost.message}`)
    : (innermost ?? error)
}

/**
 * Returns the phase of a request that took too long, such as `connect` or `response`. Undefined for other errors. Only
 * the timeouts of got have a phase.
 */
export function timedOutPhase(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'TimeoutError' && 'event' in error && typeof error.event === 'string'
    ? error.event
    : undefined
}

function* causes(error: unknown): Generator<Error> {
  for (let depth = 0, inner = error; inner instanceof Error && depth < 10; depth++, inner = inner.cause) yield inner
}
