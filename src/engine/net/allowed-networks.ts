import ipaddr from 'ipaddr.js'
import { isIpv4Mapped, parseIpAddress } from './ip-address.ts'
import { type Purpose, purposes } from './network.ts'

/** A block of private addresses that the operator allowed for one purpose. */
export interface AllowedNetwork {
  readonly purpose: Purpose
  /** CIDR block: `10.0.0.0/8`, `fd00::/8`. A single address is a /32 or /128. */
  readonly cidr: string
  /** Absent if every port is allowed. */
  readonly port?: number
}

const wanted =
  'use purpose=CIDR[:port], such as upstream=10.1.0.0/16, source=192.168.0.7:8443, or webhook=[fd00::/8]:443'

/**
 * Parses `ASSAY_ALLOW_NETWORKS`: a comma-separated list of `purpose=CIDR[:port]`, with `upstream` as the default
 * purpose. IPv6 with a port requires brackets. Throws an Error that lists every invalid entry.
 */
export function parseAllowedNetworks(text: string): AllowedNetwork[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const read = entries.map((entry) => parseEntry(entry))
  const problems = read.filter((result) => typeof result === 'string')
  if (problems.length > 0) throw new Error(problems.join('; '))
  return read.filter((result) => typeof result !== 'string')
}

/** Returns the network, or a message about the invalid entry. */
function parseEntry(entry: string): AllowedNetwork | string {
  const [, purposeText = 'upstream', block = ''] = /^(?:([^=]*)=)?(.*)$/.exec(entry) ?? []
  const purpose = purposes.find((purpose) => purpose === purposeText.trim())
  if (purpose === undefined) return `"${entry}" has an unknown purpose; ${wanted}; purposes are ${purposes.join(', ')}`

  const { network = '', portText } =
    (bracketed.exec(block.trim()) ?? ipv4.exec(block.trim()) ?? plainIpv6.exec(block.trim()))?.groups ?? {}
  const cidr = parseCidr(network)
  if (cidr === undefined) return `"${entry}" is not a network; ${wanted}`
  if (cidr === 'mapped') return `"${entry}" is an IPv4-mapped IPv6 network; write it as IPv4`
  if (portText === undefined) return { purpose, cidr }
  const port = Number(portText)
  if (port < 1 || port > 65_535) return `"${entry}" has a port that is not from 1 to 65535`
  return { purpose, cidr, port }
}

const bracketed = /^\[(?<network>[^\]]*)\](?::(?<portText>\d{1,5}))?$/
const ipv4 = /^(?<network>[\d.]+(?:\/\d+)?)(?::(?<portText>\d{1,5}))?$/
const plainIpv6 = /^(?<network>[\da-f:.]+(?:\/\d+)?)$/i

function parseCidr(text: string): string | 'mapped' | undefined {
  const [, addressText = '', lengthText] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const address = parseIpAddress(addressText)
  if (address === undefined) return undefined
  const longest = address.kind() === 'ipv4' ? 32 : 128
  const length = lengthText === undefined ? longest : Number(lengthText)
  if (length > longest) return undefined
  if (isIpv4Mapped(address)) return 'mapped'
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${kind.networkAddressFromCIDR(`${address.toString()}/${length}`).toString()}/${length}`
}
