import { parentPort } from 'node:worker_threads'
import type { ParsedTask, ParseTask } from './parse-payload.ts'

// The thread that parses large deliveries; see `createPayloadParser`. It loads nothing else.

parentPort?.on('message', ({ id, body, parts }: ParseTask) => {
  const answer: ParsedTask = { id, payload: partsOf(body, parts) }
  parentPort?.postMessage(answer, [])
})

/** Returns some parts of a JSON object, or undefined for any other text. */
function partsOf(body: Uint8Array, parts: readonly string[]): object | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.fromEntries(parts.flatMap((part) => (part in value ? [[part, Reflect.get(value, part)]] : [])))
  } catch {
    return undefined
  }
}
