import { RequestError } from 'got'
import { NetworkFailure } from './network.ts'

/** The NetworkFailure inside an error, which got wraps into its own on the way from a socket. */
export function networkFailureIn(error: unknown): NetworkFailure | undefined {
  for (const inner of causes(error)) if (inner instanceof NetworkFailure) return inner
  return undefined
}

/**
 * Node's code of the innermost cause that has one: `ECONNRESET`, `CERT_HAS_EXPIRED`, `HPE_HEADER_OVERFLOW`,
 * `Z_DATA_ERROR`.
 */
export function errorCode(error: unknown): string | undefined {
  let code: string | undefined
  for (const inner of causes(error)) if ('code' in inner && typeof inner.code === 'string') code = inner.code
  return code
}

/**
 * What to keep of an error as cause: the innermost error, without what got hangs on its own (the
 * options of the request, and so the headers with their credentials, which would reach the log).
 */
export function rootCause(error: unknown): unknown {
  const innermost = [...causes(error)].at(-1)
  return innermost instanceof RequestError ? new Error(`${innermost.code}: ${innermost.message}`) : (innermost ?? error)
}

function* causes(error: unknown): Generator<Error> {
  for (let depth = 0, inner = error; inner instanceof Error && depth < 10; depth++, inner = inner.cause) yield inner
}
