import ipaddr from 'ipaddr.js'

/**
 * Prefix length of an IPv6 client network. Providers assign at least a network of this size to each customer, who can
 * use all addresses in it.
 */
const ipv6Prefix = 64

/**
 * Returns the network that counts as one client: an IPv4 address or the /64 of an IPv6 address. IPv4 addresses can be
 * mapped to IPv6 (RFC 4291, section 2.5.5.2). Returns undefined for invalid addresses.
 */
export function clientNetwork(address: string): string | undefined {
  // Rejects zones and unusual forms such as 0x7f.1, which sockets never report.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = ipaddr.fromByteArray(parsed.toByteArray().map((byte, index) => (index < ipv6Prefix / 8 ? byte : 0)))
  return `${network.toString()}/${ipv6Prefix}`
}
