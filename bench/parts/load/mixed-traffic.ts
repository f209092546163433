import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** One request of the mix. */
export interface MixedRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

export interface Traffic {
  readonly address: string
  readonly key: string
  readonly perSecond: number
  readonly seconds: number
  /** Returns the request with this number, starting at 0. */
  readonly requestOf: (number: number) => MixedRequest
  /** Called with every response. */
  readonly onAnswer?: (asked: MixedRequest, status: number, text: string) => void
}

export interface TrafficResult {
  /** Measured from the time when a request was due, so that waiting before it is sent counts. */
  readonly latenciesMs: readonly number[]
  /** Number of responses with status 400 and above, and of requests without a response, by kind. */
  readonly faults: ReadonlyMap<string, number>
}

/** Sends this number of requests per second, without waiting for earlier responses. */
export async function sendTraffic({
  address,
  key,
  perSecond,
  seconds,
  requestOf,
  onAnswer,
}: Traffic): Promise<TrafficResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const latenciesMs: number[] = []
  const faults = new Map<string, number>()
  const fault = (what: string) => void faults.set(what, (faults.get(what) ?? 0) + 1)
  const ask = (asked: MixedRequest, dueAt: number): Promise<void> =>
    new Promise((resolve) => {
      const sent = request(
        new URL(asked.path, address),
        {
          agent,
          method: asked.method,
          headers: {
            'x-api-key': key,
            ...(asked.body !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(asked.body),
            }),
          },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          response.on('end', () => {
            latenciesMs.push(performance.now() - dueAt)
            const status = response.statusCode ?? 0
            if (status >= 400)
              fault(`${asked.method} ${asked.path.replaceAll(/scan_[\w-]+/g, 'ID').split('?')[0]}: ${status}`)
            onAnswer?.(asked, status, text)
            resolve()
          })
          response.on('error', () => resolve(fault('an answer that broke off')))
        },
      )
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(fault(`no answer: ${error.code}`)))
      sent.end(asked.body)
    })
  const startedAt = performance.now()
  const underWay = new Set<Promise<void>>()
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const dueAt = startedAt + (number * 1_000) / perSecond
    const early = dueAt - performance.now()
    if (early > 1) await pause(early)
    const one = ask(requestOf(number), dueAt).finally(() => underWay.delete(one))
    underWay.add(one)
  }
  await Promise.all(underWay)
  agent.destroy()
  return { latenciesMs, faults }
}
