/**
 * Sends many requests on one connection before the first response, to a server that serves three of them at once and
 * queues ten more. Prints the outcomes as one line of JSON. Runs in a separate process, because nock, which closes the
 * network of tests, accepts no second request on a socket.
 */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { limitPipelining } from '../../src/service/api/limit-pipelining.ts'

async function connection(serve: RequestListener) {
  const server = createServer(limitPipelining(serve, { maxConcurrentRequests: 3, maxWaitingRequests: 10 })).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => (text += String(bytes))).on('error', () => {})
  return {
    socket,
    /** Sends this number of requests, numbered from 0. */
    ask: (count: number) =>
      socket.write(Array.from({ length: count }, (_, number) => `GET /${number} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')),
    /** Resolves with the responses when this number has arrived. */
    async answers(count: number) {
      const told = () => [...text.matchAll(/answer (\d+)\./g)].map(([, number]) => Number(number))
      for (let round = 0; round < 200 && told().length < count; round++) await pause(20)
      return told()
    },
    close() {
      socket.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

let most = 0
async function fewAtOnce() {
  let served = 0
  const one = await connection((request, response) => {
    most = Math.max(most, (served += 1))
    response.prependListener('close', () => (served -= 1))
    setTimeout(() => response.end(`answer ${request.url?.slice(1)}.`), 5)
  })
  one.ask(13)
  await one.answers(13)
  one.ask(13)
  const answers = await one.answers(26)
  one.close()
  return answers
}

async function bodies() {
  const one = await connection(async (request, response) => {
    let length = 0
    for await (const bytes of request) length += (bytes as Buffer).length
    response.end(`answer ${length}.`)
  })
  for (let length = 0; length < 120_000; length += 10_000)
    one.socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'b'.repeat(length)}`)
  const answers = await one.answers(12)
  one.close()
  return answers
}

/** Returns which requests were served on a connection that ends. No request gets a response. */
async function unanswered(count: number, end: 'cut' | 'left') {
  const served: string[] = []
  const one = await connection((request) => void served.push(request.url ?? ''))
  const closed = once(one.socket, 'close').then(() => 'closed')
  one.ask(count)
  if (end === 'left') {
    await pause(200)
    one.socket.resetAndDestroy()
  }
  const ended = await Promise.race([closed, pause(2_000, 'open', { ref: false })])
  await pause(100)
  one.close()
  return { served, ended }
}

process.stdout.write(
  JSON.stringify({
    answers: await fewAtOnce(),
    most,
    bodies: await bodies(),
    cut: await unanswered(2_000, 'cut'),
    left: await unanswered(13, 'left'),
  }),
)
