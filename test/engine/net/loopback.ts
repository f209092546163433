import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import nock from 'nock'
import { afterAll, beforeAll } from 'vitest'
import type { AllowedNetwork } from '../../../src/engine/net/allowed-networks.ts'
import type { Resolve } from '../../../src/engine/net/address-guard.ts'

/** An HTTP server on a loopback address that counts what reaches it. */
export interface LoopbackServer extends AsyncDisposable {
  readonly port: number
  /** Connections that were accepted, whether or not a request came. */
  readonly connections: () => number
  readonly requests: () => number
}

/** Starts a server; port 0 lets the system choose. */
export async function serve(
  listener: RequestListener,
  { address = '127.0.0.1', port = 0 } = {},
): Promise<LoopbackServer> {
  let connections = 0
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    listener(request, response)
  })
  server.on('connection', () => connections++)
  server.listen(port, address)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * nock plays sockets by its own lookup, so what these tests are about would not happen under it.
 * Nothing gets out nevertheless: names are resolved by the test and only loopback is opened.
 */
export function withRealSockets(): void {
  beforeAll(() => {
    nock.restore()
  })
  afterAll(() => {
    nock.activate()
  })
}

/** Opens one loopback address for upstream, as most of these tests do. */
export const loopbackOpen: readonly AllowedNetwork[] = [{ purpose: 'upstream', cidr: '127.0.0.1/32' }]

/** A resolver that answers the n-th question with the n-th list, and with the last list from then on. */
export function answers(...lists: string[][]): Resolve & { readonly asked: string[] } {
  const asked: string[] = []
  const resolve = async (name: string) => {
    const list = lists[Math.min(asked.length, lists.length - 1)] ?? []
    asked.push(name)
    return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return Object.assign(resolve, { asked })
}
