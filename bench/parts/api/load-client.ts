import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Load, LoadResult } from './load.ts'

// Reads a load from stdin, runs it, and prints the result. Each connection sends one request at a time. Reading only
// the status and length of a response costs a fraction of the server's work.

const load = JSON.parse(await text(process.stdin)) as Load
const latencies: number[] = []
let sent = 0

async function runConnection(): Promise<void> {
  const socket = connect(load.port, load.host).setNoDelay(true)
  await once(socket, 'connect')
  while (sent < load.count) {
    const { path, key, body } = load.requests[sent % load.requests.length] ?? { path: '/' }
    sent += 1
    const startedAt = performance.now()
    const content =
      body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    socket.write(
      `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: ` +
        `${load.host}\r\n${content}${key === undefined ? '' : `X-API-Key: ${key}\r\n`}\r\n${body ?? ''}`,
    )
    await answered(socket)
    latencies.push(performance.now() - startedAt)
  }
  socket.destroy()
}

/** Waits for one complete response with a content length. */
function answered(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = ''
    const read = (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!received.startsWith('HTTP/1.1 200 ')) return done(new Error(`answered with ${received.slice(0, 2_000)}`))
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, end + 2))?.[1])
      if (received.length >= end + 4 + length) done()
    }
    const closed = () => done(new Error('the server closed the connection'))
    const done = (error?: Error) => {
      socket.off('data', read).off('close', closed)
      if (error) reject(error)
      else resolve()
    }
    socket.on('data', read).on('close', closed)
  })
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: load.connections }, runConnection))
const sorted = latencies.toSorted((a, b) => a - b)
const result: LoadResult = {
  seconds: (performance.now() - startedAt) / 1000,
  p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
  latenciesMs: latencies,
}
process.stdout.write(JSON.stringify(result))
