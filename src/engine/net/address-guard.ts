import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type AddressPolicy, createAddressPolicy } from './address-policy.ts'
import type { AllowedNetwork } from './allowed-networks.ts'
import { type Destination, isLocalhost } from './destination.ts'
import type { Interfaces } from './own-addresses.ts'
import { addressRefused, nameNotFound } from './refusal.ts'

/** Resolves a name to all its addresses, in the order in which to try them. Rejects with Node's DNS error codes. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>

export interface AddressGuardOptions {
  readonly allowedNetworks: readonly AllowedNetwork[]
  /** Defaults to the system resolver, which all other programs on the machine use. */
  readonly resolve?: Resolve
  /** Defaults to the machine's network interfaces. */
  readonly interfaces?: Interfaces
}

/** Checks addresses before HTTP and git connect to them. */
export interface AddressGuard {
  /** Throws a NetworkFailure `address-not-allowed` if this address of the destination is not allowed. */
  assertAllowed(destination: Destination, address: string): void
  /**
   * Resolves the destination once and returns its checked addresses. A caller that connects only to these cannot be
   * redirected by a second DNS response. Throws a NetworkFailure: `address-not-allowed` if any address is refused, or
   * `name-not-found`. Rethrows other DNS errors.
   */
  addressesOf(destination: Destination): Promise<readonly LookupAddress[]>
}

const systemResolve: Resolve = (name) => lookup(name, { all: true })

export function createAddressGuard({
  allowedNetworks,
  resolve = systemResolve,
  interfaces,
}: AddressGuardOptions): AddressGuard {
  const policy = createAddressPolicy(allowedNetworks, interfaces)

  function assertAllowed(destination: Destination, address: string): void {
    const decision = policy(destination.purpose, address, destination.port)
    if (!decision.allowed) throw addressRefused(destination, address, decision)
  }

  async function addressesOf(destination: Destination): Promise<readonly LookupAddress[]> {
    const { host } = destination
    const candidates =
      isIP(host) > 0
        ? [{ address: host, family: isIP(host) }]
        : isLocalhost(host)
          ? loopback(policy, destination)
          : await resolveName(resolve, destination)
    for (const { address } of candidates) assertAllowed(destination, address)
    return candidates
  }

  return { assertAllowed, addressesOf }
}

async function resolveName(resolve: Resolve, destination: Destination): Promise<readonly LookupAddress[]> {
  try {
    const addresses = await resolve(destination.host)
    if (addresses.length > 0) return addresses
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ENOTFOUND' && code !== 'ENODATA') throw error
    throw nameNotFound(destination, error)
  }
  throw nameNotFound(destination)
}

/**
 * Returns the allowed loopback addresses, or else the first one, which is then refused. `/etc/hosts` usually contains
 * both families, and an operator allows only the one on which the service listens.
 */
function loopback(policy: AddressPolicy, { purpose, port }: Destination): readonly LookupAddress[] {
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  const open = both.filter(({ address }) => policy(purpose, address, port).allowed)
  return open.length > 0 ? open : both.slice(0, 1)
}
