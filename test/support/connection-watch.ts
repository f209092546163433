import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Detects connections: a listener on all addresses of the machine, and a watch on the sockets of this process. */
export interface ConnectionWatch extends AsyncDisposable {
  /** Port of the listener on every address. */
  readonly port: number
  /** Connections that reached the listener. */
  readonly accepted: () => number
  /** `address:port` of every connection that this process started, except expected ones, oldest first. */
  readonly attempts: () => readonly string[]
  /** Allows a connection to a server, by address and port. */
  expect(address: string, port: number): void
  /**
   * Connects to the listener and removes the connection from the records. Returns whether `accepted` and `attempts` saw
   * it.
   */
  provesItself(host: string): Promise<boolean>
}

/** Starts the watch. If the machine has no IPv6, the listener uses only IPv4. */
export async function watchConnections(): Promise<ConnectionWatch> {
  let accepted = 0
  const server = createServer((socket) => {
    accepted += 1
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\ninside\n')
  })
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  let attempts: string[] = []
  const expected = new Set<string>()
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address: string, port: number) => {
      if (!expected.has(`${address}:${port}`)) attempts.push(`${address}:${port}`)
    })
  }
  subscribe('net.client.socket', onSocket)

  return {
    port,
    accepted: () => accepted,
    attempts: () => attempts,
    expect: (address, port) => void expected.add(`${address}:${port}`),
    async provesItself(host) {
      const [before, begun] = [accepted, attempts.length]
      const socket = connect(port, host)
      await once(socket, 'data')
      socket.destroy()
      const isSeen = accepted === before + 1 && attempts.length === begun + 1
      accepted = before
      attempts = attempts.slice(0, begun)
      return isSeen
    },
    async [Symbol.asyncDispose]() {
      unsubscribe('net.client.socket', onSocket)
      server.close()
      await once(server, 'close')
    },
  }
}
