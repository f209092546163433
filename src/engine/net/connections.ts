import type { AddressGuard } from './address-guard.ts'
import { type Answer, exchange, type OutgoingLimits, type Sent } from './exchange.ts'
import { type Agents, createGuardedAgents } from './guarded-agent.ts'
import type { Hop } from './hop.ts'
import type { Purpose } from './network.ts'

/** Options of one request that its URL and headers do not contain. */
export interface ExchangeOptions {
  readonly limits: Pick<OutgoingLimits, 'connectTimeoutMs' | 'responseTimeoutMs'>
  readonly signal: AbortSignal
  /** Defaults to a GET that accepts a compressed body. */
  readonly sent?: Sent
}

/**
 * Connections to any number of hosts, which later requests reuse. Everything that leaves this machine for HTTP or git
 * passes through `exchange`. Disposal closes idle connections.
 */
export interface Connections extends Disposable {
  /**
   * Sends one request and waits for status and headers. The caller handles redirects, retries, decoding, and statuses.
   * Rejects with an error that `connectionFailure` converts.
   */
  exchange(hop: Hop, options: ExchangeOptions): Promise<Answer>
}

/** Opens connections. With `keepAlive` false, each request opens a new one. */
export type Connect = (options: { readonly keepAlive: boolean }) => Connections

/** Returns the function that opens connections in this process, to addresses that the guard has checked. */
export function createGuardedConnect(guard: AddressGuard): Connect {
  return (options) => {
    const agents = new Map<Purpose, Agents>()
    const agentsFor = (purpose: Purpose): Agents => {
      const known = agents.get(purpose) ?? createGuardedAgents(guard, purpose, options)
      agents.set(purpose, known)
      return known
    }
    return {
      exchange: (hop, { limits, signal, sent }) => exchange(hop, agentsFor(hop.purpose), limits, signal, sent),
      [Symbol.dispose]() {
        for (const pair of agents.values()) pair[Symbol.dispose]()
      },
    }
  }
}
