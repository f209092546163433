import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy whose connections can be broken. */
export interface ConnectionProxy extends AsyncDisposable {
  /** Returns the URL with the proxy's address instead of the server's. */
  through(url: string): string
  /** Resets all connections. Returns their number. */
  cut(): number
  /**
   * Until `restore`, accepts no new connections. Existing connections stay open but forward nothing, as behind a
   * firewall that dropped their state.
   */
  silence(): void
  /** Until `restore`, resets new connections immediately. */
  refuse(): void
  /** Resets connections that are silent, as if the other side had ended them. New connections are forwarded again. */
  restore(): void
}

/** Starts to forward connections to a port on loopback. */
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
