/**
 * Sends late or invalid requests to a server with short timeouts, and prints the responses and the server's log as one
 * line of JSON. Runs in a separate process, because nock, which closes the network of tests, delays incomplete
 * requests.
 */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { createHttpServer } from '../../src/service/api/http-server.ts'
import { answerMalformedRequest } from '../../src/service/api/malformed-request.ts'

const requests: Readonly<Record<string, readonly string[]>> = {
  headersWithoutEnd: ['GET /healthz HTTP/1.1\r\n', 'Host: assay.example\r\n'],
  dribblingBody: ['POST /api/v1/news HTTP/1.1\r\nHost: assay.example\r\nContent-Length: 1000\r\n\r\n', '{', '"'],
  noHttp: ['hello\r\n\r\n'],
  endlessHeader: [`GET /healthz HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`],
  whole: ['GET /healthz HTTP/1.1\r\nHost: assay.example\r\nConnection: close\r\n\r\n'],
}

const log: string[] = []
const server = createHttpServer({ headersTimeoutMs: 300, totalTimeoutMs: 600 })
server.on('clientError', (error, socket) =>
  answerMalformedRequest(
    { log: pino({}, { write: (line: string) => void log.push(line) }), publicUrl: 'https://assay.example' },
    error,
    socket,
  ),
)
server.on('request', (request, response) => request.resume().on('end', () => response.end()))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

async function answerTo(pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  const closed = once(socket, 'close')
  for (const piece of pieces) {
    socket.write(piece)
    await pause(20)
  }
  await closed
  return answer
}

const answers = Object.fromEntries(
  await Promise.all(Object.entries(requests).map(async ([name, pieces]) => [name, await answerTo(pieces)])),
)
server.close()
process.stdout.write(JSON.stringify({ answers, log }))
