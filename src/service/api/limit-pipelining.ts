import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionLimits } from './connection-limits.ts'

/**
 * Serves so many requests of one connection at once; those that were sent before the answers to them came (pipelining)
 * wait, and a connection with more that wait than anybody needs is cut. Node gives out all requests that it has read:
 * who sent 2,000 in 200 kB and read nothing had every answer made, and kept.
 */
export function limitPipelining(
  serve: RequestListener,
  {
    maxConcurrentRequests,
    maxWaitingRequests,
  }: { readonly maxConcurrentRequests: number; readonly maxWaitingRequests: number } = connectionLimits,
): RequestListener {
  const lines = new WeakMap<Socket, Line>()
  return (request, response) => {
    const { socket } = request
    let line = lines.get(socket)
    if (!line) lines.set(socket, (line = new Line(serve, maxConcurrentRequests)))
    if (!line.take(request, response, maxWaitingRequests)) socket.destroy()
  }
}

/** The requests of one connection. */
class Line {
  readonly #serve: RequestListener
  readonly #atOnce: number
  readonly #waiting: (readonly [IncomingMessage, ServerResponse])[] = []
  #served = 0

  constructor(serve: RequestListener, maxConcurrentRequests: number) {
    this.#serve = serve
    this.#atOnce = maxConcurrentRequests
  }

  /** Serves a request now or in its turn; false where too many wait. */
  take(request: IncomingMessage, response: ServerResponse, maxWaiting: number): boolean {
    if (this.#served < this.#atOnce) this.#start(request, response)
    else if (this.#waiting.length < maxWaiting) this.#waiting.push([request, response])
    else return false
    return true
  }

  #start(request: IncomingMessage, response: ServerResponse): void {
    this.#served += 1
    response.on('close', this.#ended)
    this.#serve(request, response as Parameters<RequestListener>[1])
  }

  /** One for all requests: a function of each would hold it. */
  readonly #ended = (): void => {
    this.#served -= 1
    const next = this.#waiting.shift()
    if (!next) return
    if (next[0].socket.destroyed) this.#waiting.length = 0
    else this.#start(...next)
  }
}
