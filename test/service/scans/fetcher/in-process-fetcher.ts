import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { createAddressGuard, type Resolve } from '../../../../src/engine/net/address-guard.ts'
import { type Connect, createGuardedConnect } from '../../../../src/engine/net/connections.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { serveFetches } from '../../../../src/service/scans/process/fetcher/fetch-host.ts'
import { openFetcherClient } from '../../../../src/service/scans/process/fetcher/fetcher-client.ts'
import {
  createRequestPolicy,
  type LentCredential,
} from '../../../../src/service/scans/process/fetcher/request-policy.ts'

export interface FetcherSetup {
  readonly allowedNetworks?: string
  readonly upstreams?: readonly string[]
  /** By default, names resolve to 127.0.0.1. */
  readonly resolve?: Resolve
  /** Credentials by session. */
  readonly lent?: ReadonlyMap<number, LentCredential>
  /** True if the test writes the messages itself. */
  readonly isRaw?: boolean
}

export interface InProcessFetcher extends AsyncDisposable {
  /** Opens connections in this process, with the same guard. */
  readonly here: Connect
  /** Opens connections in the fetcher. */
  readonly connectFor: (session?: number) => Connect
  /** End of the connection that belongs to the scan process. */
  readonly socket: Socket
  /** Messages that the fetcher has refused. */
  readonly refused: readonly string[]
}

export const loopback: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]

/** Runs the code of the fetcher and of its client in this process. A TCP connection takes the place of their socket. */
export async function startInProcessFetcher({
  allowedNetworks = '',
  upstreams = [],
  resolve = loopback,
  lent = new Map(),
  isRaw = false,
}: FetcherSetup = {}): Promise<InProcessFetcher> {
  await using stack = new AsyncDisposableStack()
  const server = stack.adopt(createServer(), (one) => void one.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const socket = stack.adopt(connectTo(address.port, '127.0.0.1'), (one) => void one.destroy())
  const [far] = (await once(server, 'connection')) as [Socket]
  stack.adopt(far, (one) => void one.destroy())
  const here = createGuardedConnect(
    createAddressGuard({ allowedNetworks: parseAllowedNetworks(allowedNetworks), resolve }),
  )
  const refused: string[] = []
  serveFetches(far, {
    connect: here,
    policy: createRequestPolicy(upstreams),
    lentTo: (session) => lent.get(session),
    onInvalid: (reason) => refused.push(reason),
  })
  const client = isRaw
    ? { connectFor: () => here }
    : openFetcherClient(socket, (reason) => {
        throw new Error(`the client refused a message: ${reason}`)
      })
  const opened = stack.move()
  return {
    here,
    connectFor: (session) => client.connectFor(session),
    socket,
    refused,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
