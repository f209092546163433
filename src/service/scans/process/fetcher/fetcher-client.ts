import type { Socket } from 'node:net'
import { createFrameDecoder, type Frame, frameOf, partHead, partOf } from '../../../../engine/isolation/frames.ts'
import type { Connect, Connections, ExchangeOptions } from '../../../../engine/net/connections.ts'
import type { Answer } from '../../../../engine/net/exchange.ts'
import type { Hop } from '../../../../engine/net/hop.ts'
import { errorOf } from './fetch-error.ts'
import { fetchLimits } from './fetch-limits.ts'
import { FetchAnswer, type FetchOrder, type FetchRequest, PartHead } from './fetch-messages.ts'
import { FetchedBody } from './fetched-body.ts'
import { createFetchTurns } from './fetch-turns.ts'

/** The network of a scan process, which another process provides. */
export interface FetcherClient {
  /** Returns the function that opens connections. The fetcher adds the credential of the session if it has one. */
  connectFor(session?: number): Connect
}

/** Request that has no complete response. */
interface OpenRequest {
  readonly hop: Hop
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  /** The body, once status and headers have arrived. */
  body: FetchedBody | undefined
  /** Frees what the request uses in this process. */
  readonly free: () => void
}

/**
 * Opens the client of the fetcher at the other end of the socket. Redirects, retries, and decoding are not its concern.
 * The fetcher may have been compromised by a host, so its messages are validated.
 *
 * @param onInvalid called once for a message that no fetcher sends. Nothing is read after that
 */
export function openFetcherClient(socket: Socket, onInvalid: (reason: string) => void): FetcherClient {
  const turns = createFetchTurns()
  const open = new Map<number, OpenRequest>()
  let [latestRequest, latestGroup] = [0, 0]
  let isInvalid = false

  const say = (order: FetchOrder) => {
    if (!socket.destroyed) socket.write(frameOf(JSON.stringify(order)))
  }

  function end(id: number, { isCanceled = false } = {}): OpenRequest | undefined {
    const request = open.get(id)
    if (!request) return undefined
    open.delete(id)
    if (isCanceled) say({ kind: 'cancel', id })
    request.free()
    return request
  }

  function fail(id: number, error: Error, options?: { readonly isCanceled: boolean }): void {
    const request = end(id, options)
    if (request?.body) request.body.destroy(error)
    else request?.reject(error)
  }

  function receive(frame: Frame): void {
    if (frame.isPart) {
      const part = partOf(frame.body)
      if (!part) throw new Error('a part has an unknown form')
      return open.get(PartHead.parse(part.head).id)?.body?.receive(part.content)
    }
    const message = FetchAnswer.parse(JSON.parse(frame.body.toString()))
    const { id } = message
    if (message.kind === 'failed') return fail(id, errorOf(message.error))
    if (message.kind === 'end') return end(id)?.body?.finish()
    const request = open.get(id)
    if (!request || request.body) return
    const body = new FetchedBody({
      onRead: (bytes) => open.has(id) && say({ kind: 'more', id, bytes }),
      onDestroy: () => void end(id, { isCanceled: true }),
    })
    request.body = body
    const { status, headers, address } = message
    request.resolve({ status, headers: headers as Answer['headers'], hop: request.hop, address, stream: body })
  }

  async function exchange(hop: Hop, { limits, signal, sent }: ExchangeOptions, given: Given): Promise<Answer> {
    const content = Buffer.from(sent?.body ?? [])
    const free = await turns.take(content.length, signal)
    const id = latestRequest++
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const onAbort = () => fail(id, new Error('the request was aborted'), { isCanceled: true })
    signal.addEventListener('abort', onAbort, { once: true })
    open.set(id, {
      hop,
      resolve,
      reject,
      body: undefined,
      free() {
        signal.removeEventListener('abort', onAbort)
        free()
      },
    })
    const request: Omit<FetchRequest, 'method' | 'purpose' | 'headers'> & Record<string, unknown> = {
      id,
      ...given,
      method: sent?.method ?? 'GET',
      url: hop.url.href,
      purpose: hop.purpose,
      headers: hop.headers,
      plainAnswer: sent?.plainAnswer === true,
      connectTimeoutMs: limits.connectTimeoutMs,
      responseTimeoutMs: limits.responseTimeoutMs,
    }
    socket.cork()
    socket.write(partHead(JSON.stringify(request), content.length))
    socket.write(content)
    socket.uncork()
    return promise
  }

  const decode = createFrameDecoder(fetchLimits.maxMessageBytes, maxFramedPartBytes)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    if (isInvalid) return
    try {
      for (const frame of decode(chunk)) receive(frame)
    } catch (error) {
      isInvalid = true
      onInvalid(error instanceof Error ? error.message : String(error))
    }
  })

  return {
    connectFor: (session) => (): Connections => {
      const given = { connections: latestGroup++, ...(session !== undefined && { session }) }
      let isUsed = false
      return {
        exchange(hop, options) {
          isUsed = true
          return exchange(hop, options, given)
        },
        [Symbol.dispose]() {
          if (isUsed) say({ kind: 'release', connections: given.connections })
        },
      }
    },
  }
}

type Given = Pick<FetchRequest, 'connections' | 'session'>

/** Maximum size of a part with its head. */
const maxFramedPartBytes = fetchLimits.maxPartBytes + 1_024
