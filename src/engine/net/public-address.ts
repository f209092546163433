import ipaddr from 'ipaddr.js'
import { isWithin, parseIpAddress } from './ip-address.ts'

/**
 * RFC 4291 section 2.4: all global unicast that was ever given out lies here. Asking for it refuses
 * what ipaddr.js calls `unicast` only because no range names it: `::a.b.c.d` (IPv4-compatible),
 * 100:0:0:1::/64 and every block that IANA still holds back.
 */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Azure's platform service in front of every virtual machine (WireServer: certificates, extension
 * settings). An address from Microsoft's public space, so no registry of ranges knows it; the other
 * clouds answer on link-local, private, CGNAT (100.100.100.200) or 192.0.0.0/24 addresses.
 */
const azureWireServer = ipaddr.parseCIDR('168.63.129.16/32')

/**
 * Whether an address is one of the public internet: global unicast and in none of the blocks of the
 * IANA special-purpose registries (RFC 6890), which ipaddr.js knows. Of these even the "globally
 * reachable" ones (AS112, AMT, ORCHID, NAT64) are not public here: nothing that Assay fetches lives
 * there, and translated prefixes (64:ff9b::/96, 2002::/16, 2001::/32, ::ffff:0:0/96) hide any IPv4
 * address. What is not an address is not public, nor is one with a zone (RFC 4007 section 11): it
 * names a link of this machine.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text)
  if (address === undefined || text.includes('%') || address.range() !== 'unicast') return false
  return address.kind() === 'ipv6' ? isWithin(address, globalUnicast) : !isWithin(address, azureWireServer)
}
