import { AssayClient, AssayError } from '../../client/assay.ts'
import type { Deadline } from './deadline.ts'
import { ActionFailure } from './failure.ts'
import type { Runner } from './runner.ts'

export interface Service {
  readonly baseUrl: string
  readonly client: AssayClient
  /** Returns the seconds in the last `Retry-After` header, or undefined if there was none. */
  readonly retryAfter: () => number | undefined
  /** `fetch` with the API key. Follows no redirects, because the key must reach only this service. */
  readonly fetch: typeof fetch
}

interface Calling {
  readonly deadline: Deadline
  readonly runner: Pick<Runner, 'say'>
}

/** Temporary server failure. The message is a sentence without a period. */
export class PassingFailure extends Error {
  override readonly name = 'PassingFailure'
}

export const userAgent = 'assay-action'

/** Timeout per call, in milliseconds. A later call may succeed. */
const callMs = 60_000

/** Maximum number of seconds to wait for a quota to renew. */
const maxQuotaWait = 60

/** Returns a client for a service. If no key is given, the client can read only public data. */
export function serviceAt(baseUrl: string, apiKey?: string): Service {
  let retryAfter: number | undefined
  const { origin } = new URL(baseUrl)
  const call: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' }).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      throw new PassingFailure(`Could not reach ${origin}${codeOf(error)}`, { cause: error })
    })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw new PassingFailure(
        `The server at base-url redirects to another URL (status ${response.status}), which must not receive the key`,
      )
    }
    if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
      await response.body?.cancel()
      throw new ActionFailure(
        'refused',
        `base-url is not the URL of an Assay service: ${origin} returned a web page (status ${response.status}).`,
      )
    }
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    retryAfter = Number.isFinite(seconds) ? seconds : undefined
    return response
  }
  return {
    baseUrl,
    client: new AssayClient({ baseUrl, userAgent, fetch: call, ...(apiKey !== undefined && { apiKey }) }),
    retryAfter: () => retryAfter,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('User-Agent', userAgent)
      if (apiKey !== undefined) headers.set('X-API-Key', apiKey)
      return call(input, { ...init, headers })
    },
  }
}

/**
 * Repeats a call until the deadline while the service is down, restarting, or overloaded. Throws ActionFailure
 * immediately if the workflow is wrong, or if a quota does not renew soon.
 *
 * @param what the requested object, for messages
 */
export async function patiently<Answer>(
  { deadline, runner }: Calling,
  what: string,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call(AbortSignal.any([deadline.signal, AbortSignal.timeout(callMs)]))
    } catch (error) {
      const failure = finalFailure(error, what)
      if (failure) throw failure
      if (attempt === 0 && deadline.signal.aborted)
        throw new ActionFailure('timeout', `The time limit (timeout input) expired during the request for ${what}.`)
      const seconds = Math.max(
        1,
        (error instanceof AssayError ? error.retryAfter : undefined) ?? Math.min(10, 2 ** attempt),
      )
      const reason = reasonOf(error)
      if (deadline.remainingMs() > 0) runner.say(`${reason}. Retrying in ${seconds} s.`)
      if (!(await deadline.wait(seconds * 1_000)))
        throw new ActionFailure('unavailable', `The request for ${what} failed: ${reason}.`, {
          cause: error,
        })
    }
  }
}

/** Returns the failure if a retry cannot succeed, or undefined otherwise. */
function finalFailure(error: unknown, what: string): ActionFailure | undefined {
  if (error instanceof ActionFailure) return error
  if (!(error instanceof AssayError)) return isPassing(error) ? undefined : unexpected(error)
  const { status, code, message, details, retryAfter } = error
  const named = details.map((detail) => ` ${detail.path} ${detail.message}.`).join('')
  // The account has reached its plan's limits or its maximum number of workflow keys.
  if (code === 'PLAN_REQUIRED' || code === 'CONFLICT') return new ActionFailure('quota', message)
  if (status === 429)
    return retryAfter !== undefined && retryAfter <= maxQuotaWait ? undefined : new ActionFailure('quota', message)
  if (status >= 500 || code === 'NOT_READY' || code === 'IN_FLIGHT') return undefined
  // The response is not from the service: a proxy responds while the service restarts, or the URL is wrong.
  if (code === 'UNKNOWN' && status === 404)
    return new ActionFailure(
      'refused',
      `base-url is not the URL of an Assay service: the request for ${what} returned status 404.`,
    )
  return new ActionFailure('refused', `The service refused the request for ${what}: ${message}${named}`, {
    cause: error,
  })
}

function unexpected(error: unknown): ActionFailure {
  return new ActionFailure(
    'unavailable',
    `The service returned an invalid response: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  )
}

/**
 * Reports whether an error is temporary. `fetch` rejects with a TypeError for every network error. An incomplete
 * response causes a TypeError or a JSON syntax error.
 */
function isPassing(error: unknown): boolean {
  return (
    error instanceof PassingFailure ||
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError'))
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof PassingFailure) return error.message
  if (error instanceof AssayError)
    return `The service returned status ${error.status}${error.code === 'UNKNOWN' ? '' : ` (${error.code})`}`
  if (error instanceof DOMException) return 'The service did not respond in time'
  if (error instanceof SyntaxError) return 'The service returned an incomplete answer'
  return `The connection to the service was interrupted${codeOf(error)}`
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
}
