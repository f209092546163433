import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionLimits } from './connection-limits.ts'

/**
 * Limits how many pipelined requests per connection are served concurrently. Queues additional requests, and closes the
 * connection if too many are queued. Without this limit, Node processes all received requests: a client that sent 2,000
 * requests in 200 kB and read nothing caused 2,000 buffered responses.
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

/** Request queue for one connection. */
class Line {
  readonly #serve: RequestListener
  readonly #atOnce: number
  readonly #waiting: (readonly [IncomingMessage, ServerResponse])[] = []
  #served = 0

  constructor(serve: RequestListener, maxConcurrentRequests: number) {
    this.#serve = serve
    this.#atOnce = maxConcurrentRequests
  }

  /** Serves a request now or queues it. Returns false if the queue is full. */
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

  /** Shared by all requests, because a closure per request would retain the request. */
  readonly #ended = (): void => {
    this.#served -= 1
    const next = this.#waiting.shift()
    if (!next) return
    if (next[0].socket.destroyed) this.#waiting.length = 0
    else this.#start(...next)
  }
}
