import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Reads one address in the spelling that sockets take: four decimal octets, or IPv6 as in RFC 4291
 * section 2.2, with or without zone. Everything else is undefined. `node:net` judges first because
 * ipaddr.js alone would also read `127.1`, `0x7f000001` and `0177.0.0.1`.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (isIP(text) === 0) return undefined
  try {
    return ipaddr.parse(text)
  } catch {
    return undefined
  }
}

/** `::ffff:a.b.c.d`: an IPv4 address in IPv6 spelling, on the wire plain IPv4 (RFC 4291 section 2.5.5.2). */
export function isIpv4Mapped(address: IpAddress): boolean {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
}

/** Whether the address lies in `range`; never across families, zones do not matter. */
export function isWithin(address: IpAddress, range: readonly [IpAddress, number]): boolean {
  return address.kind() === range[0].kind() && address.match(range[0], range[1])
}
