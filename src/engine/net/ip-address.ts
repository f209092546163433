import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Parses one address in the notation that sockets accept: four decimal octets, or IPv6 as in RFC 4291 section 2.2, with
 * or without a zone. Undefined for everything else. Validates with `node:net` first, because ipaddr.js alone would also
 * accept `127.1`, `0x7f000001`, and `0177.0.0.1`.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (isIP(text) === 0) return undefined
  try {
    return ipaddr.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reports whether an address is `::ffff:a.b.c.d`: IPv4 in IPv6 notation, which is plain IPv4 on the network (RFC 4291
 * section 2.5.5.2).
 */
export function isIpv4Mapped(address: IpAddress): boolean {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
}

/** Reports whether the address is in `range`. Different families never match, and zones are ignored. */
export function isWithin(address: IpAddress, range: readonly [IpAddress, number]): boolean {
  return address.kind() === range[0].kind() && address.match(range[0], range[1])
}
