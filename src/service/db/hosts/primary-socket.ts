import { Socket } from 'node:net'
import type { PrimaryLocator, ServerAddress } from './primary-locator.ts'

/**
 * Returns a socket that is connecting to the current primary. If there is no primary, the socket fails shortly after,
 * with the locator's error. Never rejects: a pool of postgres.js 3.4.9 loses a connection whose socket cannot be
 * created.
 */
export async function primarySocket(locator: PrimaryLocator): Promise<Socket> {
  const socket = new Socket()
  try {
    const { host, port } = await locator.locate()
    socket.connect(port, host)
    // postgres.js reads the name to verify in the server's certificate from this property.
    return Object.assign(socket, { host, port } satisfies ServerAddress)
  } catch (error) {
    // Corked, so that the driver's first write does not fail with another error. Destroyed later, because the driver
    // first adds its listeners.
    socket.cork()
    setImmediate(() => socket.destroy(error instanceof Error ? error : new Error(String(error))))
    return socket
  }
}

/** Socket that connects to the current primary, whatever address it is given. For the driver of the queue. */
export class PrimarySocket extends Socket {
  readonly #locator: PrimaryLocator

  constructor(locator: PrimaryLocator) {
    super()
    this.#locator = locator
  }

  override connect(..._given: unknown[]): this {
    const connect = (address: ServerAddress) => super.connect(address)
    this.#locator.locate().then(
      (address) => !this.destroyed && connect(address),
      (error: Error) => this.destroy(error),
    )
    return this
  }
}
