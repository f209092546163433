import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AddressGuard } from './address-guard.ts'
import { type Destination, withoutBrackets } from './destination.ts'
import type { Purpose } from './network.ts'

export interface Agents extends Disposable {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

/**
 * Agents of Node whose every new connection passes the guard: an IP address before the socket is made
 * (Node asks `lookup` for names only), a name inside `lookup`, whose answer is what the socket takes.
 * One pair per purpose, because an idle connection is used again without another check.
 *
 * Proxies of the environment (`HTTPS_PROXY`, `NODE_USE_ENV_PROXY`) are ignored by design: a proxy
 * resolves names itself, so what it contacts would not be what was checked.
 */
export function createGuardedAgents(guard: AddressGuard, purpose: Purpose): Agents {
  const http = new GuardedHttpAgent(guard, purpose)
  const https = new GuardedHttpsAgent(guard, purpose)
  return {
    http,
    https,
    [Symbol.dispose]() {
      http.destroy()
      https.destroy()
    },
  }
}

type Connected = (error: Error | null, stream: Duplex) => void
type ConnectOptions = NonNullable<Parameters<HttpAgent['createConnection']>[0]>

class GuardedHttpAgent extends HttpAgent {
  readonly #guarded: Guarded

  constructor(guard: AddressGuard, purpose: Purpose) {
    super({ keepAlive: true })
    this.#guarded = guarded(guard, purpose)
  }

  override createConnection(options: ConnectOptions, callback?: Connected) {
    return this.#guarded(options, callback, (checked) => super.createConnection(checked, callback))
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  readonly #guarded: Guarded

  constructor(guard: AddressGuard, purpose: Purpose) {
    super({ keepAlive: true })
    this.#guarded = guarded(guard, purpose)
  }

  override createConnection(options: ConnectOptions, callback?: Connected) {
    return this.#guarded(options, callback, (checked) => super.createConnection(checked, callback))
  }
}

type Guarded = ReturnType<typeof guarded>

const guarded = (guard: AddressGuard, purpose: Purpose) => <Socket>(
  options: ConnectOptions,
  callback: Connected | undefined,
  connect: (options: ConnectOptions) => Socket,
): Socket | undefined => {
  const destination = { purpose, host: withoutBrackets(options.host ?? 'localhost'), port: Number(options.port) }
  if (isIP(destination.host) > 0) {
    try {
      guard.assertAllowed(destination, destination.host)
    } catch (refusal) {
      // The agent hands this on to the request; of a failed connection it never reads the stream.
      callback?.(refusal as Error, undefined as never)
      return undefined
    }
  }
  return connect({ ...options, lookup: guardedLookup(guard, destination) })
}

/**
 * The `lookup` of one connection. Node asks once per connection, for all addresses when it may try
 * them in turn (`autoSelectFamily`, RFC 8305), and connects to nothing but the answer.
 */
function guardedLookup(guard: AddressGuard, destination: Destination): LookupFunction {
  async function answer(...[host, options, callback]: Parameters<LookupFunction>): Promise<void> {
    const checked = await guard.addressesOf({ ...destination, host }).catch((error: Error) => error)
    if (checked instanceof Error) return callback(checked, '')
    const [first] = checked
    if (options.all === true || first === undefined) callback(null, [...checked])
    else callback(null, first.address, first.family)
  }
  return (...question) => void answer(...question)
}
