import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What an endpoint does with new connections. */
export type EndpointMode =
  /** Forwards them to the server. */
  | 'open'
  /** Accepts them and closes them immediately, as a load balancer without a server does. */
  | 'closing'
  /** Accepts them and responds that there are too many connections, as PostgreSQL does. */
  | 'full'
  /** Accepts them and never responds. */
  | 'silent'

/** An address of a database server that can stop working. */
export interface BrokenEndpoint extends AsyncDisposable {
  /** Number of connections that were accepted since the last call of `become`. */
  readonly connections: () => number
  /** Changes the mode, and closes all connections. */
  become(mode: EndpointMode): void
  /** Closes all connections, and forwards new ones to the server of another URL. */
  moveTo(serverUrl: string): void
  /** Forwards every second new connection to the server of another URL. */
  alternateWith(serverUrl: string): void
  /** Stops to respond on existing connections too, without closing them. */
  freeze(): void
  /** Accepts no more connections. The existing ones stay open, but do not keep the process running. */
  abandon(): void
  /** Returns the URL with the address of the endpoint. */
  through(url: string): string
}

/** The message ErrorResponse of the PostgreSQL protocol. */
const tooManyConnections = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

/** Starts an endpoint on loopback, in front of the server that a URL names. */
export async function startBrokenEndpoint(serverUrl: string, mode: EndpointMode): Promise<BrokenEndpoint> {
  let targets = [new URL(serverUrl)]
  const sockets = new Set<Socket>()
  let current = mode
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    client.on('error', () => {})
    sockets.add(client)
    client.once('close', () => sockets.delete(client))
    if (current === 'closing') return void client.resume().end()
    // Nothing is read, so the end of the connection is not noticed either.
    if (current === 'silent') return
    if (current === 'full') return void client.once('data', () => client.end(tooManyConnections))
    const target = targets[connections % targets.length]
    const upstream = connect(Number(target?.port), target?.hostname)
    upstream.on('error', () => {})
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
    client.pipe(upstream)
    upstream.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    connections: () => connections,
    become(next) {
      current = next
      connections = 0
      closeAll()
    },
    moveTo(next) {
      targets = [new URL(next)]
      closeAll()
    },
    alternateWith(next) {
      targets.push(new URL(next))
    },
    freeze() {
      current = 'silent'
      connections = 0
      for (const socket of sockets) socket.unpipe().pause()
    },
    abandon() {
      server.close()
      for (const socket of sockets) socket.unref()
    },
    through(url) {
      const address = new URL(url)
      address.host = host
      return address.href
    },
    async [Symbol.asyncDispose]() {
      server.close()
      closeAll()
      await once(server, 'close')
    },
  }
}
