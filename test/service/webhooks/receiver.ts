import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TlsCertificate } from '../../support/tls-certificate.ts'

/** A received request. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Time on the clock of `performance`. */
  readonly atMs: number
}

/** A receiver of webhooks on loopback. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly received: readonly Received[]
  /** Number of requests without a response, now and at most. */
  readonly open: () => number
  readonly maxOpen: () => number
}

/** `reset` resets the TCP connection. */
export type Answer = (received: Received, response: ServerResponse<IncomingMessage>, reset: () => void) => void

/** Starts a receiver with TLS that passes each complete request to `answer`. */
export async function startReceiver(
  certificate: TlsCertificate,
  answer: Answer = (_received, response) => void response.end(),
  address = '127.0.0.1',
): Promise<Receiver> {
  const received: Received[] = []
  let open = 0
  let maxOpen = 0
  const server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
    open += 1
    maxOpen = Math.max(maxOpen, open)
    response.once('close', () => (open -= 1))
    response.on('error', () => {})
    void take(request, response).catch(() => {})
  })
  async function take(request: IncomingMessage, response: ServerResponse<IncomingMessage>): Promise<void> {
    const one = {
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
      atMs: performance.now(),
    }
    received.push(one)
    answer(one, response, () => sockets.get(request.socket.remotePort ?? 0)?.resetAndDestroy())
  }
  const sockets = new Map<number, Socket>()
  server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.once('close', () => sockets.delete(port))
  })
  server.on('tlsClientError', () => {})
  server.listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `https://${address}:${port}/hook`,
    port,
    received,
    open: () => open,
    maxOpen: () => maxOpen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Behaviors of receivers. */
export const behaviours = {
  answer:
    (status: number, body = ''): Answer =>
    (_received, response) =>
      void response.writeHead(status).end(body),
  hang: (): Answer => () => {},
  /** Responds, but never finishes its body. */
  stall: (): Answer => (_received, response) => void response.writeHead(200).write('x'),
  reset: (): Answer => (_received, _response, reset) => reset(),
  /** Sends the start of a response, then the same bytes again and again without completing the headers. */
  drip:
    (first: string, again: string): Answer =>
    (_received, response) => {
      const { socket } = response
      socket?.write(first)
      const timer = setInterval(() => socket?.write(again), 50)
      socket?.once('close', () => clearInterval(timer))
    },
  streamEndlessly: (): Answer => (_received, response) => {
    const goOn = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    response.writeHead(200).on('drain', goOn)
    goOn()
  },
} as const
