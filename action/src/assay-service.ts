import { AssayClient, AssayError } from '../../client/assay.ts'
import type { Deadline } from './deadline.ts'
import { ActionFailure } from './failure.ts'
import type { Runner } from './runner.ts'

/** The Assay service as a run calls it. */
export interface Service {
  readonly baseUrl: string
  readonly client: AssayClient
  /** What the last answer asked to wait, in seconds; undefined: nothing. */
  readonly retryAfter: () => number | undefined
  /** `fetch` of the service, with the key. Follows no redirect: the key is for this address alone. */
  readonly fetch: typeof fetch
}

interface Calling {
  readonly deadline: Deadline
  readonly runner: Pick<Runner, 'say'>
}

/** Somebody did not answer who may do so in a moment. The message is a sentence without its full stop. */
export class PassingFailure extends Error {
  override readonly name = 'PassingFailure'
}

export const userAgent = 'assay-action'

/** One call takes no longer, in milliseconds: a service that hangs is asked again. */
const callMs = 60_000

/** A quota that is there again within this many seconds is waited for. */
const maxQuotaWait = 60

/** A service at an address; without a key it is asked what anybody may read. */
export function serviceAt(baseUrl: string, apiKey?: string): Service {
  let retryAfter: number | undefined
  const call: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw new PassingFailure(
        `What answers at base-url sends on to another address (status ${response.status}), where no key goes`,
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
 * Makes a call again as long as its time lasts while the service is away, restarts or is overloaded. What only the
 * author of the workflow can change is an ActionFailure at once, and so is a quota that will not be there again soon.
 *
 * @param what the call does, as the object of a sentence
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
        throw new ActionFailure(
          'timeout',
          `The time of the input timeout was over while the service was asked for ${what}.`,
        )
      const seconds = Math.max(
        1,
        (error instanceof AssayError ? error.retryAfter : undefined) ?? Math.min(10, 2 ** attempt),
      )
      const reason = reasonOf(error)
      if (deadline.remainingMs() > 0) runner.say(`${reason}; trying again in ${seconds} s.`)
      if (!(await deadline.wait(seconds * 1_000)))
        throw new ActionFailure('unavailable', `The service could not be asked for ${what}: ${reason}.`, {
          cause: error,
        })
    }
  }
}

/** The end of a run that no other attempt would change; undefined where one may. */
function finalFailure(error: unknown, what: string): ActionFailure | undefined {
  if (error instanceof ActionFailure) return error
  if (!(error instanceof AssayError)) return isPassing(error) ? undefined : unexpected(error)
  const { status, code, message, details, retryAfter } = error
  const named = details.map((detail) => ` ${detail.path} ${detail.message}.`).join('')
  // As many keys of workflows work as there may be, or the plan has no more.
  if (code === 'PLAN_REQUIRED' || code === 'CONFLICT') return new ActionFailure('quota', message)
  if (status === 429)
    return retryAfter !== undefined && retryAfter <= maxQuotaWait ? undefined : new ActionFailure('quota', message)
  if (status >= 500 || code === 'NOT_READY' || code === 'IN_FLIGHT') return undefined
  // Not an answer of the service: something that stands before it while it restarts, or another address altogether.
  if (code === 'UNKNOWN' && status === 404)
    return new ActionFailure('refused', `There is no Assay service at base-url: it answered ${what} with status 404.`)
  return new ActionFailure('refused', `The service refuses ${what}: ${message}${named}`, { cause: error })
}

function unexpected(error: unknown): ActionFailure {
  return new ActionFailure(
    'unavailable',
    `The service gave an answer that is not understood: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  )
}

/**
 * `fetch` rejects with a TypeError whatever went wrong on the way; an answer that breaks off is a TypeError or no JSON.
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
    return `The service answers with status ${error.status}${error.code === 'UNKNOWN' ? '' : ` (${error.code})`}`
  if (error instanceof DOMException) return 'The service did not answer in time'
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `The service was not reached${code}`
}
