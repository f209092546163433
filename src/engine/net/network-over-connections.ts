import { outgoingLimits } from './outgoing-limits.ts'
import { ask } from './ask.ts'
import { decodedHeaders, readBody, readHead, type Sink } from './body.ts'
import { connectionFailure } from './connection-failure.ts'
import type { Connect } from './connections.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import type { Answer, OutgoingLimits } from './exchange.ts'
import { firstHop, type Hop } from './hop.ts'
import { type HttpPost, type HttpRequest, type HttpResponse, type Network, NetworkFailure } from './network.ts'
import { fillNewFile } from './new-file.ts'

/** Options that do not concern the connections. */
export interface NetworkOverConnectionsOptions {
  /** Default user agent for requests that do not set their own. */
  readonly userAgent?: string
  /** Defaults to `outgoingLimits`. */
  readonly limits?: OutgoingLimits
  /**
   * URLs that the operator configured. A redirect from an `upstream` host keeps its privileges only if it leads to one
   * of their origins.
   */
  readonly upstreams?: readonly string[]
}

/** The two ways to read a body. Both throw only NetworkFailure. */
interface AnswerBody {
  /** Streams the body into a sink and returns its decoded size. */
  whole(sink: Sink): Promise<number>
  /** Returns the first `maxBytes` of the body without decoding it. */
  head(): Promise<Buffer>
}

/**
 * Creates a network over connections that another process may own. Its redirects, retries, limits, and decoding are the
 * same for all connections. Dispose of it when the process stops. Running requests then fail as `aborted`.
 */
export function createNetworkOver(
  connect: Connect,
  { userAgent = 'assay', limits = outgoingLimits, upstreams = [] }: NetworkOverConnectionsOptions = {},
): Network & AsyncDisposable {
  const connections = connect({ keepAlive: true })
  // Requests that are not retried do not use idle connections, because the peer may close them at the same moment.
  const connectionsOfPosts = connect({ keepAlive: false })
  const upstreamOrigins = new Set(upstreams.map((address) => new URL(address).origin))
  const closing = new AbortController()

  const hopOf = ({ url, purpose, headers }: HttpRequest) =>
    firstHop(url, purpose, { 'user-agent': userAgent, ...headers })

  /** Sends a request, then calls `use` to read the body. */
  async function answered<Result>(
    request: HttpRequest,
    send: (hop: Hop, deadline: Deadline) => Promise<Answer>,
    use: (answer: Answer, body: AnswerBody) => Promise<Result>,
  ): Promise<Result> {
    const hop = hopOf(request)
    using deadline = startDeadline(request.timeoutMs ?? limits.totalTimeoutMs, request.signal, closing.signal)
    const answer = await send(hop, deadline)
    try {
      const failed = (error: unknown): never => {
        throw connectionFailure(error, answer.hop.subject, deadline)
      }
      return await use(answer, {
        whole: (sink) => readBody(answer, request.maxBytes, sink).catch(failed),
        head: () => readHead(answer, request.maxBytes).catch(failed),
      })
    } finally {
      if (!answer.stream.readableEnded) answer.stream.destroy()
    }
  }

  const requestWithRetry =
    ({ returnRateLimited }: HttpRequest) =>
    (hop: Hop, deadline: Deadline) =>
      ask(hop, { connections, upstreams: upstreamOrigins, limits, deadline, returnRateLimited })

  const postOnce =
    ({ method = 'POST', body: content, cutBody }: HttpPost) =>
    async (hop: Hop, deadline: Deadline) => {
      const body = Buffer.from(content)
      if (body.byteLength > limits.maxSentBytes)
        throw new NetworkFailure(
          'too-large',
          `What should be sent to ${hop.subject} has more than ${limits.maxSentBytes} bytes`,
        )
      try {
        deadline.signal.throwIfAborted()
        return await connectionsOfPosts.exchange(hop, {
          limits,
          signal: deadline.signal,
          sent: { method, body, plainAnswer: cutBody === true },
        })
      } catch (error) {
        throw connectionFailure(error, hop.subject, deadline)
      }
    }

  return {
    get: (request) => answered(request, requestWithRetry(request), inMemory),
    post: (request) => answered(request, postOnce(request), request.cutBody ? headInMemory : inMemory),
    download: (request) =>
      answered(request, requestWithRetry(request), async (answer, { whole }) => {
        const isWanted = answer.status >= 200 && answer.status < 300
        return { ...responseOf(answer), bytes: isWanted ? await fillNewFile(request.path, whole) : 0 }
      }),
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the network is closed'))
      for (const all of [connections, connectionsOfPosts]) all[Symbol.dispose]()
    },
  }
}

async function headInMemory(
  { status, headers, hop }: Answer,
  { head }: AnswerBody,
): Promise<HttpResponse & { readonly body: Buffer }> {
  return { status, headers, url: hop.url.href, body: await head() }
}

async function inMemory(answer: Answer, { whole }: AnswerBody): Promise<HttpResponse & { readonly body: Buffer }> {
  const chunks: Buffer[] = []
  await whole(async (body) => {
    for await (const chunk of body) chunks.push(chunk)
  })
  return { ...responseOf(answer), body: Buffer.concat(chunks) }
}

const responseOf = (answer: Answer): HttpResponse => ({
  status: answer.status,
  headers: decodedHeaders(answer),
  url: answer.hop.url.href,
})
