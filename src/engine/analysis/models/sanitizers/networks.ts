/**
 * Private networks and host names, one bit each, with the patterns that recognize them in text and regular expressions.
 */
const networks: readonly { readonly bit: number; readonly named: RegExp }[] = [
  { bit: 1, named: /(?:^|[^\d.])10(?:\\?\.|\/)/ },
  { bit: 2, named: /(?:^|[^\d.])127(?:\\?\.|\/)/ },
  { bit: 4, named: /(?:^|[^\d.])172(?:\\?\.|\/)/ },
  { bit: 8, named: /(?:^|[^\d.])192\\?\.168/ },
  { bit: 16, named: /(?:^|[^\d.])169\\?\.254/ },
  { bit: 32, named: /::1\b|::1$|0:0:0:0:0:0:0:1/ },
  { bit: 64, named: /^(?:\^|\()?\[?f(?:c|d|\[cd\])(?:\d\d|\[[^\]]*\])?:?|f\[cd\]|\bfc00|\bfd00|\bfc\||\bfd\|/i },
  { bit: 128, named: /\bfe80|fe\[89ab\]|^\^?fe8/i },
  { bit: 256, named: /(?:^|[^\d])0\\?\.0\\?\.0\\?\.0|^(?:\^)?0\\?\./ },
  { bit: 512, named: /localhost/i },
  { bit: 1024, named: /metadata\\?\.google|\\?\.internal\b|\\?\.local\b/i },
]

/** Bits of all networks. A library check covers all of them. */
export const everyNetwork = 2047

export function networksNamed(text: string): number {
  if (text.length > 2_000) return 0
  return networks.reduce((bits, { bit, named }) => (named.test(text) ? bits | bit : bits), 0)
}

/** First octets of private addresses, for code that splits addresses before it compares them. */
const firstNumbers: ReadonlyMap<number, number> = new Map([
  [10, 1],
  [127, 2],
  [172, 4],
  [192, 8],
  [169, 16],
])

/** Private IPv4 networks as numbers: the lowest and the highest address. */
const ranges: readonly (readonly [bit: number, first: number, last: number])[] = [
  [1, 0x0a_00_00_00, 0x0a_ff_ff_ff],
  [2, 0x7f_00_00_00, 0x7f_ff_ff_ff],
  [4, 0xac_10_00_00, 0xac_1f_ff_ff],
  [8, 0xc0_a8_00_00, 0xc0_a8_ff_ff],
  [16, 0xa9_fe_00_00, 0xa9_fe_ff_ff],
]

/** Returns the network to which a number belongs. The number is a whole address or its first octet. */
export function networkOfNumber(text: string): number {
  return networkOfAddress(text) || (firstNumbers.get(numberIn(text)) ?? 0)
}

/** Returns the network of a whole address, given as a number. */
export function networkOfAddress(text: string): number {
  const address = numberIn(text)
  return ranges.find(([, first, last]) => address >= first && address <= last)?.[0] ?? 0
}

const numberIn = (text: string): number => Number(text.replaceAll('_', ''))

/** Networks of IPv4 and IPv6 addresses. */
export const networksOfVersion4 = 1 | 2 | 4 | 8 | 16 | 256
export const networksOfVersion6 = 32 | 64 | 128
/**
 * Bit that is set if an address is known not to be IPv4. This excludes no IPv6 network, so the check must also test
 * IPv6 addresses.
 */
const notVersion4 = 2048
export const outsideVersion4 = networksOfVersion4 | notVersion4

/**
 * True if a check covers enough private networks: three IPv4 networks, or one IPv6 network if the address is known not
 * to be IPv4.
 */
export function isComprehensive(bits: number): boolean {
  if ((bits & notVersion4) !== 0) return (bits & networksOfVersion6) !== 0
  let count = 0
  for (let rest = bits & networksOfVersion4; rest !== 0; rest &= rest - 1) count += 1
  return count >= 3
}

const [loopback, linkLocal] = [2 | 32 | 512, 16 | 128]

/**
 * Range names that `ipaddr.js` reports for private addresses, each with one of its networks. Only `unicast` is public.
 */
export const addressRanges: ReadonlyMap<string, number> = new Map([
  ['private', 1],
  ['loopback', loopback],
  ['linkLocal', linkLocal],
  ['uniqueLocal', 64],
  ['unspecified', 256],
])
/** Classes whose instances test whether an address is in a network. */
export const addressTests: ReadonlySet<string> = new Set(['net.BlockList', 'netmask.Netmask'])
/** Address attributes and methods, with the networks that they test for. */
export const addressAttributes: ReadonlyMap<string, number> = new Map([
  ['is_private', everyNetwork],
  ['is_global', everyNetwork],
  ['is_loopback', loopback],
  ['is_link_local', linkLocal],
  ['isPrivate', everyNetwork],
  ['isLoopback', loopback],
])
/** Functions that return true for a host in these networks. */
export const hostTests: ReadonlyMap<string, number> = new Map([
  ...['private-ip', 'is-ip-private', 'is-private-ip', 'ip.isPrivate', 'private-ip.isPrivate'].map(
    (name) => [name, everyNetwork] as const,
  ),
  ...['ip.isLoopback', 'is-localhost-ip'].map((name) => [name, loopback] as const),
])
/** Functions that return true for an address in one of the networks passed as later arguments. */
export const tableTests: ReadonlySet<string> = new Set([
  'ip-range-check',
  'range_check.inRange',
  'is-in-subnet.isInSubnet',
  'is-in-subnet.check',
  'ipaddr.subnetMatch',
  'ip6addr.contains',
  'cidr-tools.overlapCidr',
  'netaddr.all_matching_cidrs',
])
/** Modules that reject private addresses when they connect. */
export const refusingAgents: readonly string[] = [
  'ssrf-req-filter',
  'request-filtering-agent',
  'ssrf-agent',
  'private-ip-agent',
  'advocate',
  'ssrf-protect',
  'use-ssrf-agent',
]
