import ipaddr from 'ipaddr.js'
import type { AllowedNetwork } from './allowed-networks.ts'
import { isIpv4Mapped, isWithin, parseIpAddress } from './ip-address.ts'
import type { Purpose } from './network.ts'
import { createOwnAddresses, type Interfaces } from './own-addresses.ts'
import { isPublicAddress } from './public-address.ts'

export type AddressDecision =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      /**
       * `not-an-address`: invalid. `mapped`: IPv4 in IPv6 notation, which no setting can allow; use the plain notation.
       * `own-interface`: public, but an address of this machine.
       */
      readonly reason: 'not-an-address' | 'mapped' | 'not-public' | 'own-interface'
    }

/** Decides whether `address` (an IP address, not a name) may be contacted at `port` for `purpose`. */
export type AddressPolicy = (purpose: Purpose, address: string, port: number) => AddressDecision

/**
 * Creates the only policy for HTTP, git, and webhooks: an address must be public and not belong to this machine, or the
 * operator must allow it for this purpose.
 */
export function createAddressPolicy(
  allowedNetworks: readonly AllowedNetwork[],
  interfaces?: Interfaces,
): AddressPolicy {
  const isOwnAddress = createOwnAddresses(interfaces)
  const opened = allowedNetworks.map(({ purpose, cidr, port }) => ({ purpose, range: ipaddr.parseCIDR(cidr), port }))
  return (purpose, address, port) => {
    const parsed = parseIpAddress(address)
    if (parsed === undefined) return { allowed: false, reason: 'not-an-address' }
    if (isIpv4Mapped(parsed)) return { allowed: false, reason: 'mapped' }
    const isOpened = opened.some(
      (network) =>
        network.purpose === purpose &&
        (network.port === undefined || network.port === port) &&
        isWithin(parsed, network.range),
    )
    if (isOpened) return { allowed: true }
    if (!isPublicAddress(address)) return { allowed: false, reason: 'not-public' }
    return isOwnAddress(address) ? { allowed: false, reason: 'own-interface' } : { allowed: true }
  }
}
