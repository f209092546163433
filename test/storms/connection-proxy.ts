import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server of TCP that can be broken. */
export interface ConnectionProxy extends AsyncDisposable {
  /** The address of the server with this way in the place of its own. */
  through(url: string): string
  /** Resets every connection that there is. Returns how many. */
  cut(): number
  /**
   * Until `restore` no new connection is taken, and those that there are pass nothing on and are not closed: as behind
   * a firewall that forgot them.
   */
  silence(): void
  /** Until `restore` there is nobody: connections are reset as they come. */
  refuse(): void
  /**
   * What is silent now stays so and is reset, as when the other side has ended them meanwhile; new connections pass.
   */
  restore(): void
}

/** Starts to pass connections on to a port of loopback. */
export async function startConnectionProxy(port: number): Promise<ConnectionProxy> {
  let mode: 'open' | 'silent' | 'refusing' = 'open'
  const pairs = new Set<readonly [Socket, Socket | undefined]>()
  const server = createServer((client) => {
    client.on('error', () => {})
    if (mode === 'refusing') return void client.resetAndDestroy()
    const upstream = mode === 'open' ? connect({ port, host: '127.0.0.1' }) : undefined
    const pair = [client, upstream] as const
    pairs.add(pair)
    client.once('close', () => {
      pairs.delete(pair)
      upstream?.destroy()
    })
    if (!upstream) return
    upstream.on('error', () => {})
    upstream.once('close', () => client.destroy())
    client.pipe(upstream)
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port
  const cut = () => {
    const count = pairs.size
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy()
      upstream?.resetAndDestroy()
    }
    return count
  }
  return {
    through(url) {
      const address = new URL(url)
      address.port = String(own)
      return address.href
    },
    cut,
    silence() {
      mode = 'silent'
      for (const [client, upstream] of pairs) {
        client.unpipe().pause()
        upstream?.unpipe().pause()
      }
    },
    refuse() {
      mode = 'refusing'
      cut()
    },
    restore() {
      mode = 'open'
      cut()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
