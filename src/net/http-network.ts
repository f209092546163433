import { limits as houseLimits } from '../model/limits.ts'
import { type AddressGuardOptions, createAddressGuard } from './address-guard.ts'
import { ask } from './ask.ts'
import { decodedHeaders, readBody, type Sink } from './body.ts'
import { connectionFailure } from './connection-failure.ts'
import { startDeadline } from './deadline.ts'
import type { Answer, OutgoingLimits } from './exchange.ts'
import { type Agents, createGuardedAgents } from './guarded-agent.ts'
import { firstHop } from './hop.ts'
import type { HttpRequest, HttpResponse, Network, Purpose } from './network.ts'
import { fillNewFile } from './new-file.ts'

export interface NetworkOptions extends AddressGuardOptions {
  /** Unless a request brings its own. */
  readonly userAgent?: string
  /** Unless given: `limits.outgoing`. */
  readonly limits?: OutgoingLimits
}

/**
 * Creates the one way out of the process. It holds idle connections: dispose of it when the process
 * stops; requests under way then fail as `aborted`. It reads no environment, so proxies of the
 * environment are not used (`guarded-agent.ts` says why).
 */
export function createNetwork({ userAgent = 'assay', limits = houseLimits.outgoing, ...guardOptions }: NetworkOptions): Network & AsyncDisposable {
  const guard = createAddressGuard(guardOptions)
  const agents: Record<Purpose, Agents> = {
    upstream: createGuardedAgents(guard, 'upstream'),
    source: createGuardedAgents(guard, 'source'),
    webhook: createGuardedAgents(guard, 'webhook'),
  }
  const closing = new AbortController()

  /** Asks, then lets `use` read the body through `read`, which returns the decoded size and throws NetworkFailures only. */
  async function answered<Result>(request: HttpRequest, use: (answer: Answer, read: (sink: Sink) => Promise<number>) => Promise<Result>): Promise<Result> {
    const hop = firstHop(request.url, { 'user-agent': userAgent, ...request.headers })
    using deadline = startDeadline(request.timeoutMs ?? limits.totalMs, request.signal, closing.signal)
    const answer = await ask(hop, { agents: agents[request.purpose], limits, deadline })
    try {
      return await use(answer, async (sink) => {
        try {
          return await readBody(answer, request.maxBytes, sink)
        } catch (error) {
          throw connectionFailure(error, answer.hop.subject, deadline)
        }
      })
    } finally {
      if (!answer.stream.readableEnded) answer.stream.destroy()
    }
  }

  return {
    get: (request) => answered(request, async (answer, read) => {
      const chunks: Buffer[] = []
      await read(async (body) => { for await (const chunk of body) chunks.push(chunk) })
      return { ...responseOf(answer), body: Buffer.concat(chunks) }
    }),
    download: (request) => answered(request, async (answer, read) => {
      const isWanted = answer.status >= 200 && answer.status < 300
      return { ...responseOf(answer), bytes: isWanted ? await fillNewFile(request.path, read) : 0 }
    }),
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the network is closed'))
      for (const pair of Object.values(agents)) pair[Symbol.dispose]()
    },
  }
}

const responseOf = (answer: Answer): HttpResponse => ({ status: answer.status, headers: decodedHeaders(answer), url: answer.hop.url.href })
