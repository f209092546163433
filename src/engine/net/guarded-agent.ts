import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AddressGuard } from './address-guard.ts'
import { type Destination, withoutBrackets } from './destination.ts'
import { NetworkFailure, type Purpose } from './network.ts'

export interface Agents extends Disposable {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

/**
 * Creates Node agents that check every new connection with the guard: an IP address before the socket is created (Node
 * calls `lookup` only for names), and a name in `lookup`, whose result the socket uses. `socketPath` would bypass both
 * and is refused. Each purpose has its own pair, because idle connections are reused without another check. With
 * `keepAlive` false, each request opens a new connection.
 *
 * Proxies from the environment (`HTTPS_PROXY`, `NODE_USE_ENV_PROXY`) are ignored by design: a proxy resolves names
 * itself, so the contacted address would not be the checked one.
 */
export function createGuardedAgents(
  guard: AddressGuard,
  purpose: Purpose,
  options: AgentOptions = { keepAlive: true },
): Agents {
  const http = new GuardedHttpAgent(guarded(guard, purpose), options)
  const https = new GuardedHttpsAgent(guarded(guard, purpose), options)
  return {
    http,
    https,
    [Symbol.dispose]() {
      http.destroy()
      https.destroy()
    },
  }
}

interface AgentOptions {
  readonly keepAlive: boolean
}

type Connected = (error: Error | null, stream: Duplex) => void
type ConnectOptions = NonNullable<Parameters<HttpAgent['createConnection']>[0]>

class GuardedHttpAgent extends HttpAgent {
  readonly #guarded: Guarded

  constructor(guarded: Guarded, options: AgentOptions) {
    super(options)
    this.#guarded = guarded
  }

  override createConnection(options: ConnectOptions, callback?: Connected) {
    return this.#guarded(options, callback, (checked) => super.createConnection(checked, callback))
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  readonly #guarded: Guarded

  constructor(guarded: Guarded, options: AgentOptions) {
    super(options)
    this.#guarded = guarded
  }

  override createConnection(options: ConnectOptions, callback?: Connected) {
    return this.#guarded(options, callback, (checked) => super.createConnection(checked, callback))
  }
}

type Guarded = ReturnType<typeof guarded>

const guarded =
  (guard: AddressGuard, purpose: Purpose) =>
  <Socket>(
    options: ConnectOptions,
    callback: Connected | undefined,
    connect: (options: ConnectOptions) => Socket,
  ): Socket | undefined => {
    const destination = { purpose, host: withoutBrackets(options.host ?? 'localhost'), port: Number(options.port) }
    try {
      if ('path' in options && typeof options.path === 'string')
        throw new NetworkFailure('url-not-allowed', 'A socket in the file system is never contacted')
      if (isIP(destination.host) > 0) guard.assertAllowed(destination, destination.host)
    } catch (refusal) {
      // The agent passes the error to the request. It never reads the stream of a failed connection.
      callback?.(refusal as Error, undefined as never)
      return undefined
    }
    return connect({ ...options, lookup: guardedLookup(guard, destination) })
  }

/**
 * Returns the `lookup` function of one connection. Node calls this function once per connection and connects only to
 * the addresses it returns. With `autoSelectFamily` (RFC 8305), Node asks for all addresses and tries them in turn.
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
