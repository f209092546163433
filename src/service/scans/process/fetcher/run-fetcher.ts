import { Socket } from 'node:net'
import { confineFetcher } from '../../../../engine/isolation/kernel/confine-process.ts'
import { createAddressGuard } from '../../../../engine/net/address-guard.ts'
import { createGuardedConnect } from '../../../../engine/net/connections.ts'
import { type MessageChannel, openMessageChannel } from '../message-channel.ts'
import { scanProcessLimits } from '../scan-process-limits.ts'
import { serveFetches } from './fetch-host.ts'
import { confinedArgument, type FetcherMessage, type FetcherSettings, type WorkerOrder } from './fetcher-messages.ts'
import { createRequestPolicy, type LentCredential, lentCredential } from './request-policy.ts'

/** Descriptors of the sockets to the worker and to the scan process. */
const [workerDescriptor, scanProcessDescriptor] = [3, 4]

/**
 * Runs the fetcher: sends HTTP requests for the scan process at the other end of a socket, and adds the credentials
 * that the worker lends. It has neither secrets of the service nor a database, and it neither parses bodies nor writes
 * files. Ends with the worker.
 */
export function runFetcher(): void {
  if (process.argv[2] === confinedArgument) confineFetcher()
  const socket = openSocket(workerDescriptor)
  socket.on('close', () => process.exit(0)).on('end', () => process.exit(0))
  const lent = new Map<number, LentCredential>()
  const channel: MessageChannel = openMessageChannel(
    socket,
    'process',
    // The worker is trusted.
    (message) => follow(message as WorkerOrder),
    (reason) => stop(`the worker sent an invalid message (${reason})`),
  )
  const say = (message: FetcherMessage) => channel.send(message)

  function follow(order: WorkerOrder): void {
    switch (order.kind) {
      case 'configure':
        serve(order.settings, (session) => lent.get(session))
        return say({ kind: 'ready' })
      case 'lend':
        lent.set(order.session, lentCredential(new URL(order.repository), order.credential))
        return say({ kind: 'lent', id: order.id })
      case 'forget':
        return void lent.delete(order.session)
    }
  }

  setInterval(() => say({ kind: 'beat' }), scanProcessLimits.beatMs)
}

function serve(
  { upstreams, allowedNetworks }: FetcherSettings,
  lentTo: (session: number) => LentCredential | undefined,
): void {
  serveFetches(openSocket(scanProcessDescriptor), {
    connect: createGuardedConnect(createAddressGuard({ allowedNetworks })),
    policy: createRequestPolicy(upstreams),
    lentTo,
    onInvalid: (reason) => stop(`the scan process sent an invalid message (${reason})`),
  })
}

const openSocket = (fd: number) => new Socket({ fd, readable: true, writable: true })

function stop(reason: string): never {
  process.stderr.write(`fetcher: ${reason}\n`)
  process.exit(1)
}
