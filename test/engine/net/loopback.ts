import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import nock from 'nock'
import { afterAll, beforeAll } from 'vitest'
import type { AllowedNetwork } from '../../../src/engine/net/allowed-networks.ts'
import type { Resolve } from '../../../src/engine/net/address-guard.ts'

/** An HTTP server on a loopback address that counts connections and requests. */
export interface LoopbackServer extends AsyncDisposable {
  readonly port: number
  /** Number of accepted connections, with or without a request. */
  readonly connections: () => number
  readonly requests: () => number
}

/** Starts a server. With port 0, the system chooses the port. */
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
 * nock replaces sockets and their lookup, which these tests are about. The network stays closed: tests resolve all
 * names, and only loopback is allowed.
 */
export function withRealSockets(): void {
  beforeAll(() => {
    nock.restore()
  })
  afterAll(() => {
    nock.activate()
  })
}

/** Allows one loopback address for upstream requests, as most of these tests do. */
export const loopbackOpen: readonly AllowedNetwork[] = [{ purpose: 'upstream', cidr: '127.0.0.1/32' }]

/** Creates a resolver that returns the n-th list for the n-th lookup, and the last list for all later ones. */
export function answers(...lists: string[][]): Resolve & { readonly asked: string[] } {
  const asked: string[] = []
  const resolve = async (name: string) => {
    const list = lists[Math.min(asked.length, lists.length - 1)] ?? []
    asked.push(name)
    return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return Object.assign(resolve, { asked })
}
