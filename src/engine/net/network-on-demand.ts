import type { NetworkOptions } from './http-network.ts'
import { type Network, NetworkFailure } from './network.ts'

/**
 * Creates a network that loads its HTTP client with the first request. Most folder scans send none, and loading the
 * client takes a tenth of the CLI's startup time.
 */
export function createNetworkOnDemand(options: NetworkOptions): Network & AsyncDisposable {
  let opened: Promise<Network & AsyncDisposable> | undefined
  let isClosed = false
  const open = async () => {
    if (isClosed) throw new NetworkFailure('aborted', 'the network was closed')
    opened ??= import('./http-network.ts').then(({ createNetwork }) => createNetwork(options))
    return opened
  }
  return {
    get: async (request) => (await open()).get(request),
    download: async (request) => (await open()).download(request),
    post: async (request) => (await open()).post(request),
    [Symbol.asyncDispose]: async () => {
      isClosed = true
      await (await opened)?.[Symbol.asyncDispose]()
    },
  }
}
