import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { createFrameDecoder, type Frame, frameOf, partHead, partOf } from '../../../../engine/isolation/frames.ts'
import type { Connect, Connections } from '../../../../engine/net/connections.ts'
import { outgoingLimits } from '../../../../engine/net/outgoing-limits.ts'
import { fetchErrorOf } from './fetch-error.ts'
import { fetchLimits } from './fetch-limits.ts'
import { type FetchAnswer, FetchOrder, FetchRequest, type PartHead } from './fetch-messages.ts'
import type { LentCredential, RequestPolicy } from './request-policy.ts'

export interface FetchHostOptions {
  readonly connect: Connect
  readonly policy: RequestPolicy
  /** Returns the credential of a session. */
  readonly lentTo: (session: number) => LentCredential | undefined
  /** Called once for a message that no honest scan process sends. Nothing is read after that. */
  readonly onInvalid: (reason: string) => void
}

/** Connections that requests reuse, and the URLs that git servers have offered on them. */
interface Group {
  readonly connections: Connections
  readonly packs: Set<string>
}

interface OpenRequest {
  readonly controller: AbortController
  readonly bodyBytes: number
  /** Bytes of the response that may be sent before the scan process has read others. */
  credit: number
  /** Continues a response that waits for credit. */
  wake: () => void
}

/**
 * Sends the requests of the scan process at the other end of the socket, and streams their responses to it. A hostile
 * source may control that process, so every message is validated, and the number of requests and their memory are
 * limited.
 */
export function serveFetches(socket: Socket, options: FetchHostOptions): void {
  new FetchHost(socket, options).serve()
}

class FetchHost {
  readonly #socket: Socket
  readonly #options: FetchHostOptions
  readonly #groups = new Map<number, Group>()
  readonly #open = new Map<number, OpenRequest>()
  #running = 0
  #bodyBytes = 0
  #isInvalid = false
  #drained: Promise<unknown> | undefined

  constructor(socket: Socket, options: FetchHostOptions) {
    this.#socket = socket
    this.#options = options
  }

  serve(): void {
    const decode = createFrameDecoder(fetchLimits.maxMessageBytes, maxRequestBytes)
    this.#socket.on('error', () => {})
    this.#socket.on('data', (chunk: Buffer) => {
      if (this.#isInvalid) return
      try {
        for (const frame of decode(chunk)) this.#receive(frame)
      } catch (error) {
        this.#isInvalid = true
        for (const { controller } of this.#open.values()) controller.abort()
        this.#options.onInvalid(error instanceof Error ? error.message : String(error))
      }
    })
  }

  #receive({ isPart, body }: Frame): void {
    if (!isPart) return this.#follow(FetchOrder.safeParse(parsed(body)).data)
    const part = partOf(body)
    const { data: request, error } = FetchRequest.safeParse(part?.head)
    if (!part || !request) throw new Error(`a request has an unknown form: ${error?.issues[0]?.path.join('.')}`)
    this.#begin(request, part.content)
  }

  #follow(order: FetchOrder | undefined): void {
    if (!order) throw new Error('a message has an unknown form')
    if (order.kind === 'release') {
      this.#groups.get(order.connections)?.connections[Symbol.dispose]()
      this.#groups.delete(order.connections)
      return
    }
    const open = this.#open.get(order.id)
    // The response may have ended meanwhile.
    if (!open) return
    if (order.kind === 'cancel') {
      open.controller.abort()
      open.wake()
      return this.#end(order.id)
    }
    open.credit += order.bytes
    if (open.credit > fetchLimits.windowBytes) throw new Error('it read more than it was sent')
    open.wake()
  }

  #begin(request: FetchRequest, body: Buffer): void {
    const { id, method } = request
    if (this.#open.has(id)) throw new Error('two requests have the same ID')
    if (this.#open.size >= fetchLimits.maxOpenRequests || this.#running >= fetchLimits.maxRunningRequests)
      throw new Error('too many requests are open')
    if (this.#bodyBytes + body.length > fetchLimits.maxOpenBodyBytes) throw new Error('open requests are too large')
    if (method === 'GET' && body.length > 0) throw new Error('a GET request has a body')
    const group = this.#groupOf(request.connections)
    const open: OpenRequest = {
      controller: new AbortController(),
      bodyBytes: body.length,
      credit: fetchLimits.windowBytes,
      wake: () => {},
    }
    this.#open.set(id, open)
    this.#bodyBytes += body.length
    this.#running += 1
    void this.#run(request, { body: Buffer.from(body), group, open }).finally(() => (this.#running -= 1))
  }

  #groupOf(id: number): Group {
    const known = this.#groups.get(id)
    if (known) return known
    if (this.#groups.size >= fetchLimits.maxConnections) throw new Error('too many connections are open')
    const group = { connections: this.#options.connect({ keepAlive: true }), packs: new Set<string>() }
    this.#groups.set(id, group)
    return group
  }

  /** Sends a request, and then the parts of its response. Never rejects. */
  async #run(
    request: FetchRequest,
    { body, group, open }: { readonly body: Buffer; readonly group: Group; readonly open: OpenRequest },
  ): Promise<void> {
    const { id, session, method, plainAnswer, connectTimeoutMs, responseTimeoutMs } = request
    const { policy, lentTo } = this.#options
    const { signal } = open.controller
    let stream: Readable | undefined
    try {
      const lent = session === undefined ? undefined : lentTo(session)
      const answer = await group.connections.exchange(policy.hopOf(request, group.packs, lent), {
        limits: { connectTimeoutMs, responseTimeoutMs },
        signal,
        sent: { plainAnswer, ...(method === 'POST' && { method, body }) },
      })
      stream = answer.stream
      signal.throwIfAborted()
      policy.learn(answer, group.packs, lent)
      const { status, headers, address } = answer
      this.#say({ kind: 'head', id, status, headers: headers as Record<string, string>, address })
      for await (const chunk of stream as AsyncIterable<Buffer>)
        for (let start = 0; start < chunk.length; start += fetchLimits.maxPartBytes)
          await this.#sendPart(id, open, chunk.subarray(start, start + fetchLimits.maxPartBytes))
      this.#say({ kind: 'end', id })
    } catch (error) {
      if (!signal.aborted) this.#say({ kind: 'failed', id, error: fetchErrorOf(error) })
    } finally {
      if (stream?.readableEnded === false) stream.destroy()
      this.#end(id)
    }
  }

  /** Sends a part of a body as soon as the scan process has read enough of the earlier ones. */
  async #sendPart(id: number, open: OpenRequest, part: Buffer): Promise<void> {
    while (open.credit < part.length && !open.controller.signal.aborted)
      await new Promise<void>((resolve) => (open.wake = resolve))
    open.controller.signal.throwIfAborted()
    open.credit -= part.length
    this.#socket.cork()
    this.#socket.write(partHead(JSON.stringify({ id } satisfies PartHead), part.length))
    this.#socket.write(part)
    this.#socket.uncork()
    if (this.#socket.writableNeedDrain) await this.#drain()
  }

  /** Frees what a request uses. Its ID is unknown after that. */
  #end(id: number): void {
    const open = this.#open.get(id)
    if (!open) return
    this.#open.delete(id)
    this.#bodyBytes -= open.bodyBytes
  }

  /**
   * Sends a message. If the scan process does not read, the fetcher stops reading too. A compromised scan process could
   * otherwise fill the memory with responses to ever more requests.
   */
  #say(message: FetchAnswer): void {
    if (this.#socket.write(frameOf(JSON.stringify(message))) || this.#socket.isPaused()) return
    this.#socket.pause()
    this.#drain().then(
      () => this.#socket.resume(),
      () => {},
    )
  }

  /** Waits until the scan process has read what was sent. */
  #drain(): Promise<unknown> {
    return (this.#drained ??= once(this.#socket, 'drain').finally(() => (this.#drained = undefined)))
  }
}

/** Returns the value of JSON, or undefined. The error of the parser would repeat bytes of the message. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Maximum size of a request with its body. */
const maxRequestBytes = fetchLimits.maxMessageBytes + outgoingLimits.maxSentBytes
