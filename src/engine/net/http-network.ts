import { type AddressGuardOptions, createAddressGuard } from './address-guard.ts'
import { createGuardedConnect } from './connections.ts'
import type { Network } from './network.ts'
import { createNetworkOver, type NetworkOverConnectionsOptions } from './network-over-connections.ts'

export interface NetworkOptions extends AddressGuardOptions, NetworkOverConnectionsOptions {}

/**
 * Creates the only outgoing network access of the process. It keeps idle connections, so dispose of it when the process
 * stops. Running requests then fail as `aborted`. It ignores proxies from the environment (see `guarded-agent.ts`).
 */
export const createNetwork = (options: NetworkOptions): Network & AsyncDisposable =>
  createNetworkOver(createGuardedConnect(createAddressGuard(options)), options)
