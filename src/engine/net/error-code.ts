import { RequestError } from 'got'
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
  return innermost instanceof RequestError ? new Error(`${innermost.code}: ${innermost.message}`) : (innermost ?? error)
}

function* causes(error: unknown): Generator<Error> {
  for (let depth = 0, inner = error; inner instanceof Error && depth < 10; depth++, inner = inner.cause) yield inner
}
