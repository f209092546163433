import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { parseIpAddress } from './ip-address.ts'

export type Interfaces = () => NodeJS.Dict<NetworkInterfaceInfo[]>

/**
 * Maximum age of the interface list, because interfaces change over time (containers, VPNs). Reading them takes about
 * 0.1 ms, which is too slow for every connection.
 */
const freshMs = 1_000

/**
 * Returns a function that reports whether an address belongs to an interface of this machine. Such an address may be
 * public, but a service bound to it is as internal as one on loopback.
 */
export function createOwnAddresses(interfaces: Interfaces = networkInterfaces): (address: string) => boolean {
  let known = new Set<string>()
  let readAt = -Infinity
  return (address) => {
    if (performance.now() - readAt > freshMs) {
      known = new Set(
        Object.values(interfaces())
          .flatMap((list) => list ?? [])
          .map(({ address }) => canonical(address)),
      )
      readAt = performance.now()
    }
    return known.has(canonical(address))
  }
}

const canonical = (address: string) => parseIpAddress(address)?.toNormalizedString() ?? address
