import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * Proves what was and was not contacted: a listener on all addresses of the machine, and an eye on the sockets of this
 * process.
 */
export interface ConnectionWatch extends AsyncDisposable {
  /** Where the listener is, on every address. */
  readonly port: number
  /** Connections that reached the listener. */
  readonly accepted: () => number
  /** `address:port` of every connection that this process began but for the expected ones, oldest first. */
  readonly attempts: () => readonly string[]
  /** A server that the test may contact, by address and port. */
  expect(address: string, port: number): void
  /** Connects, as nobody else should, and forgets it again: `accepted` and `attempts` see it if they see anything. */
  provesItself(host: string): Promise<boolean>
}

/** Starts to watch. Where the machine has no IPv6 the listener has IPv4 only. */
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
