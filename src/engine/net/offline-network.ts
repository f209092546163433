import { type HttpRequest, type Network, NetworkFailure } from './network.ts'

/** Creates a network that never connects. Each request fails immediately. */
export function createOfflineNetwork(): Network & AsyncDisposable {
  return { get: refuse, post: refuse, download: refuse, [Symbol.asyncDispose]: async () => {} }
}

async function refuse({ url }: HttpRequest): Promise<never> {
  throw new NetworkFailure('connection-failed', `${new URL(url).host} was not contacted: the scan is offline`)
}
