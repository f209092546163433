import type { FakeAnswer } from '../../../test/support/fake-github/fake-github.ts'

/** Rate limits of the simulated GitHub for one installation. */
export interface PlayedLimits {
  /** Requests in each window, and the length of a window. GitHub's windows last an hour. */
  readonly requests: number
  readonly windowMs: number
  readonly writesPerMinute: number
  readonly concurrent: number
}

/** Requests of an installation so far. */
export interface CountedRequests {
  readonly reads: number
  readonly writes: number
  /** Requests for tokens, which count for the app. */
  readonly tokens: number
  /** Requests that a limit rejected, by limit. */
  readonly refused: Readonly<Record<'requests' | 'writes' | 'concurrent', number>>
  readonly mostConcurrent: number
  readonly mostWritesPerMinute: number
}

/** Counts requests, and rejects those above the limits, in the format of GitHub's responses. */
export function playedLimits(limits: PlayedLimits | undefined) {
  const counted = {
    reads: 0,
    writes: 0,
    tokens: 0,
    refused: { requests: 0, writes: 0, concurrent: 0 },
    mostConcurrent: 0,
    mostWritesPerMinute: 0,
  }
  let concurrent = 0
  let writes: number[] = []
  let window = { endsAt: 0, used: 0 }

  function refusal(kind: keyof CountedRequests['refused'], seconds: number): FakeAnswer {
    counted.refused[kind] += 1
    const message =
      kind === 'requests' ? 'API rate limit exceeded for installation.' : 'You have exceeded a secondary rate limit.'
    return {
      status: 403,
      headers: kind === 'requests' ? headers() : { 'retry-after': String(Math.ceil(seconds)) },
      body: JSON.stringify({ message }),
    }
  }

  function headers(): Readonly<Record<string, string>> {
    if (!limits) return {}
    return {
      'x-ratelimit-limit': String(limits.requests),
      'x-ratelimit-remaining': String(Math.max(0, limits.requests - window.used)),
      'x-ratelimit-used': String(window.used),
      'x-ratelimit-reset': String(Math.ceil(window.endsAt / 1_000)),
      'x-ratelimit-resource': 'core',
    }
  }

  /** Returns a rejection, or undefined if the request is within the limits. */
  function rejection(isWrite: boolean, now: number): FakeAnswer | undefined {
    writes = writes.filter((at) => at > now - 60_000)
    if (now >= window.endsAt && limits) window = { endsAt: now + limits.windowMs, used: 0 }
    if (limits && concurrent > limits.concurrent) return refusal('concurrent', 60)
    if (limits && window.used >= limits.requests) return refusal('requests', 0)
    if (limits && isWrite && writes.length >= limits.writesPerMinute)
      return refusal('writes', ((writes[0] ?? now) + 60_000 - now) / 1_000)
    return undefined
  }

  return {
    counted: counted as CountedRequests,
    async answer(isOfApp: boolean, method: string, ask: () => Promise<FakeAnswer>): Promise<FakeAnswer> {
      if (isOfApp) {
        counted.tokens += 1
        return ask()
      }
      concurrent += 1
      counted.mostConcurrent = Math.max(counted.mostConcurrent, concurrent)
      const now = Date.now()
      const isWrite = method !== 'GET'
      try {
        const rejected = rejection(isWrite, now)
        if (rejected) return rejected
        window.used += 1
        counted[isWrite ? 'writes' : 'reads'] += 1
        if (isWrite) writes.push(now)
        counted.mostWritesPerMinute = Math.max(counted.mostWritesPerMinute, writes.length)
        const answer = await ask()
        return { ...answer, headers: { ...answer.headers, ...headers() } }
      } finally {
        concurrent -= 1
      }
    },
  }
}
