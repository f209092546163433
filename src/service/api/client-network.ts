import ipaddr from 'ipaddr.js'

/** Who gets an IPv6 address gets a network of this size, and may call from all of its addresses. */
const ipv6Prefix = 64

/**
 * The network that counts as one caller: an IPv4 address as it is, also inside IPv6 (RFC 4291, section
 * 2.5.5.2), an IPv6 address as its /64. Undefined for what is no address.
 */
export function clientNetwork(address: string): string | undefined {
  // Zones and odd forms such as 0x7f.1 do not come from a socket.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = ipaddr.fromByteArray(parsed.toByteArray().map((byte, index) => (index < ipv6Prefix / 8 ? byte : 0)))
  return `${network.toString()}/${ipv6Prefix}`
}
