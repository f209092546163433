import { Worker } from 'node:worker_threads'
import { builtModule } from '../../engine/isolation/built-module.ts'
import { githubEvents } from './catalogue.ts'

/**
 * Size from which a body is parsed in a thread. Parsing 25 MB takes 95 ms, in which no other delivery is answered. A
 * smaller body takes 3 ms at most.
 */
const largeBytes = 1024 * 1024

/**
 * Parses the body of a delivery. Returns undefined unless it is a JSON object whose action, if any, is a word, because
 * Probot selects handlers by it. The result of a large body contains only the parts that its event needs.
 */
export type ParsePayload = (event: string, body: Buffer<ArrayBuffer>) => Promise<object | undefined>

/** A body for the thread. */
export interface ParseTask {
  readonly id: number
  readonly body: Uint8Array
  /** Parts of the payload to return. */
  readonly parts: readonly string[]
}

/** An answer of the thread. The payload is undefined if the body is not a JSON object. */
export interface ParsedTask {
  readonly id: number
  readonly payload: object | undefined
}

interface Waiting {
  readonly resolve: (payload: object | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Creates a parser. Its thread starts with the first large body, and does not keep the process running. */
export function createPayloadParser(): ParsePayload {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let lastId = 0

  function startThread(): Worker {
    const started = new Worker(builtModule(new URL('parse-payload-thread.ts', import.meta.url)))
    started.on('message', ({ id, payload }: ParsedTask) => {
      waiting.get(id)?.resolve(payload)
      waiting.delete(id)
    })
    const fail = (error: unknown) => {
      if (thread !== started) return
      thread = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('The thread that parses deliveries stopped.')))
    // Adding a listener for messages reverses an earlier call.
    started.unref()
    return started
  }

  return async (event, body) => {
    if (body.length < largeBytes) return payloadObject(parsed(body))
    const parts = Object.keys(githubEvents.find((known) => known.event === event)?.payload.shape ?? {})
    thread ??= startThread()
    const id = (lastId += 1)
    const { promise, resolve, reject } = Promise.withResolvers<object | undefined>()
    waiting.set(id, { resolve, reject })
    const task: ParseTask = { id, body, parts: [...parts, 'action'] }
    thread.postMessage(task, body.byteOffset === 0 && body.byteLength === body.buffer.byteLength ? [body.buffer] : [])
    return payloadObject(await promise)
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function payloadObject(value: unknown): object | undefined {
  return typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    (!('action' in value) || typeof value.action === 'string')
    ? value
    : undefined
}
