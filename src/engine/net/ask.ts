import { setTimeout as wait } from 'node:timers/promises'
import { connectionFailure } from './connection-failure.ts'
import type { Deadline } from './deadline.ts'
import { errorCode, networkFailureIn } from './error-code.ts'
import type { Connections } from './connections.ts'
import type { Answer, OutgoingLimits } from './exchange.ts'
import { type Hop, nextHop, redirectLocation } from './hop.ts'
import { NetworkFailure } from './network.ts'
import { isPassingError, isPassingStatus, pauseAfterAnswerMs, pauseMs } from './retry.ts'

/** Options shared by all hops and attempts of one request. */
export interface Asking {
  readonly connections: Connections
  /** Origins that the operator configured. */
  readonly upstreams: ReadonlySet<string>
  readonly limits: OutgoingLimits
  readonly deadline: Deadline
  /** True to treat 429 like any other response. */
  readonly returnRateLimited?: true | undefined
}

/** Follows redirects to the final response. Throws a NetworkFailure. */
export async function ask(first: Hop, asking: Asking): Promise<Answer> {
  let hop = first
  for (let redirects = 0; ; redirects++) {
    const answer = await requestWithRetry(hop, asking)
    const location = redirectLocation(answer.status, answer.headers.location)
    if (location === undefined) return answer
    answer.stream.destroy()
    if (redirects >= asking.limits.maxRedirects) {
      throw new NetworkFailure('too-many-redirects', `${hop.subject} redirects again after ${redirects} redirects`)
    }
    hop = nextHop(hop, location, asking.upstreams)
  }
}

/** Sends a request to one host. Retries temporary failures up to `limits.attempts` times within the deadline. */
async function requestWithRetry(hop: Hop, asking: Asking): Promise<Answer> {
  const { limits, deadline, returnRateLimited } = asking
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(hop, asking)
    const pause = attempt < limits.maxAttempts ? pauseAfter(attempt, outcome, returnRateLimited) : undefined
    if (pause === undefined || pause >= deadline.remainingMs()) {
      if ('answer' in outcome) return outcome.answer
      throw connectionFailure(outcome.error, hop.subject, deadline)
    }
    if ('answer' in outcome) outcome.answer.stream.destroy()
    try {
      await wait(pause, undefined, { signal: deadline.signal })
    } catch (error) {
      throw connectionFailure(error, hop.subject, deadline)
    }
  }
}

type Outcome = { readonly answer: Answer } | { readonly error: unknown }

async function attemptOnce(hop: Hop, { connections, limits, deadline }: Asking): Promise<Outcome> {
  try {
    deadline.signal.throwIfAborted()
    return { answer: await connections.exchange(hop, { limits, signal: deadline.signal }) }
  } catch (error) {
    return { error }
  }
}

/** Returns the number of milliseconds until the next attempt, or undefined if the result is final. */
function pauseAfter(attempt: number, outcome: Outcome, returnRateLimited: boolean | undefined): number | undefined {
  if ('answer' in outcome && returnRateLimited && outcome.answer.status === 429) return undefined
  if ('answer' in outcome)
    return isPassingStatus(outcome.answer.status) ? pauseAfterAnswerMs(attempt, outcome.answer) : undefined
  const isFinal = networkFailureIn(outcome.error) !== undefined || !isPassingError(errorCode(outcome.error))
  return isFinal ? undefined : pauseMs(attempt)
}
