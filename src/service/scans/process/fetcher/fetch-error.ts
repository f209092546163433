import { errorCode, networkFailureIn, timedOutPhase } from '../../../../engine/net/error-code.ts'
import { NetworkFailure } from '../../../../engine/net/network.ts'
import type { FetchError } from './fetch-messages.ts'

/**
 * Returns what the scan process needs of an error, to convert it as if the error had occurred there. Omits Node's
 * message and causes, which contain resolved addresses.
 */
export function fetchErrorOf(error: unknown): FetchError {
  const failure = networkFailureIn(error)
  if (failure) return { failure: { code: failure.code, message: failure.message } }
  const [code, phase] = [errorCode(error), timedOutPhase(error)]
  return { ...(code !== undefined && { code }), ...(phase !== undefined && { phase }) }
}

/** Returns the error that `connectionFailure` converts like the original one. */
export function errorOf({ failure, code, phase }: FetchError): Error {
  if (failure) return new NetworkFailure(failure.code, failure.message)
  const error = new Error(`the request failed in the fetcher: ${code ?? 'without a code'}`)
  return Object.assign(
    error,
    code !== undefined && { code },
    phase !== undefined && { name: 'TimeoutError', event: phase },
  )
}
