import ipaddr from 'ipaddr.js'
import { isWithin, parseIpAddress } from './ip-address.ts'

/**
 * All global unicast addresses ever assigned (RFC 4291 section 2.4). This check rejects addresses that ipaddr.js calls
 * `unicast` only because no range contains them: `::a.b.c.d` (IPv4-compatible), 100:0:0:1::/64, and every block that
 * IANA still reserves.
 */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Azure's platform service for virtual machines (WireServer: certificates, extension settings). It is a public
 * Microsoft address, so no registry of special ranges contains it. Other clouds use link-local, private, CGNAT
 * (100.100.100.200), or 192.0.0.0/24 addresses.
 */
const azureWireServer = ipaddr.parseCIDR('168.63.129.16/32')

/**
 * Reports whether an address is part of the public internet: global unicast and outside the blocks of the IANA
 * special-purpose registries (RFC 6890), which ipaddr.js contains. Even their "globally reachable" blocks (AS112, AMT,
 * ORCHID, NAT64) are not public here: Assay fetches nothing from them, and translated prefixes (64:ff9b::/96,
 * 2002::/16, 2001::/32, ::ffff:0:0/96) can hide any IPv4 address. Invalid addresses are not public, and neither are
 * addresses with a zone (RFC 4007 section 11), which identify a link of this machine.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text)
  if (address === undefined || text.includes('%') || address.range() !== 'unicast') return false
  return address.kind() === 'ipv6' ? isWithin(address, globalUnicast) : !isWithin(address, azureWireServer)
}
