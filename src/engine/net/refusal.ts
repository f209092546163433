import ipaddr from 'ipaddr.js'
import type { AddressDecision } from './address-policy.ts'
import { type Destination, hostAndPort, isLocalhost } from './destination.ts'
import { isWithin, parseIpAddress } from './ip-address.ts'
import { NetworkFailure } from './network.ts'

type Refused = Extract<AddressDecision, { allowed: false }>

/** Why a destination is refused, for the log and the operator. The message contains the resolved address. */
export class AddressRefusal extends Error {
  override readonly name = 'AddressRefusal'
  /** Entry of `ASSAY_ALLOW_NETWORKS` that would allow the address, or undefined if no entry would. */
  readonly entry: string | undefined

  constructor(message: string, entry?: string) {
    super(message)
    this.entry = entry
  }
}

/**
 * Returns the failure for a destination with a refused address. The message may reach an untrusted user, so it contains
 * only addresses that the user wrote. The cause contains the resolved address and the setting that allows it.
 */
export function addressRefused(destination: Destination, address: string, refused: Refused): NetworkFailure {
  const isLiteral = address === destination.host
  const detail =
    `${isLiteral ? hostAndPort(destination) : `${hostAndPort(destination)} resolves to ${address}, which`} ` +
    `${whatItIs[refused.reason]}`
  const isOpenable = canBeAllowed(address, refused)
  if (destination.purpose !== 'upstream') {
    const cause = new AddressRefusal(detail, isOpenable ? entryFor(destination, address) : undefined)
    return isLiteral || isLocalhost(destination.host)
      ? refusedForUsers(destination, cause, remedyFor(destination, address, refused))
      : refusedForUsers(destination, cause)
  }
  const network = `${address}/${address.includes(':') ? 128 : 32}`
  const remedy = (network: string) =>
    isOpenable ? `; to allow it, the operator adds upstream=${network} to ASSAY_ALLOW_NETWORKS` : ''
  const isTold = isLiteral || address === '127.0.0.1' || address === '::1'
  const full = `${detail}${remedy(network)}`
  const message = isTold
    ? full
    : `${hostAndPort(destination)} resolves to an address that ${whatItIs[refused.reason]}${remedy('ADDRESS')}`
  return new NetworkFailure('address-not-allowed', message, { cause: new Error(full) })
}

/** Returns a sentence with the setting that allows a refused address. Empty if no setting should allow it. */
export function remedyFor(destination: Destination, address: string, refused: Refused): string {
  return canBeAllowed(address, refused)
    ? `. To allow this address, the operator adds ${entryFor(destination, address)} to ASSAY_ALLOW_NETWORKS`
    : ''
}

function entryFor({ purpose, port }: Destination, address: string): string {
  return `${purpose}=${address.includes(':') ? `[${address}]` : address}:${port}`
}

function canBeAllowed(address: string, { reason }: Refused): boolean {
  return (reason === 'not-public' || reason === 'own-interface') && !givesCredentials(address)
}

/**
 * Reports whether a cloud provides machine credentials at this address. A user who submits a URL controls what it
 * resolves to, so no message suggests allowing these addresses. A setting that allows them still works.
 */
function givesCredentials(address: string): boolean {
  const parsed = parseIpAddress(address)
  return (
    parsed !== undefined &&
    (parsed.range() === 'linkLocal' || metadataServices.some((service) => isWithin(parsed, service)))
  )
}

/** Metadata addresses that are not link-local (RFC 3927, RFC 4291): Alibaba, Oracle, Azure, Amazon, Google. */
const metadataServices = [
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
].map((block) => ipaddr.parseCIDR(block))

/** Returns the failure for a name without addresses. */
export function nameNotFound(destination: Destination, cause?: unknown): NetworkFailure {
  const detail = `${hostAndPort(destination)}: the host name does not resolve; check its spelling`
  return destination.purpose === 'upstream'
    ? new NetworkFailure('name-not-found', detail, { cause })
    : refusedForUsers(destination, new AddressRefusal(detail))
}

const whatItIs: Readonly<Record<Refused['reason'], string>> = {
  'not-an-address': 'is not an IP address',
  mapped: 'is an IPv4-mapped IPv6 address',
  'not-public': 'is not a public address',
  'own-interface': 'is an address of this machine',
}

/**
 * Returns the same message for a private address and for a name that does not exist. Otherwise, a user who submits URLs
 * could enumerate the names and blocks of the operator's network. The cause states which of the two it was, for the
 * log.
 */
function refusedForUsers(
  destination: Destination,
  cause: AddressRefusal,
  remedy = '. Check the name. To allow a private address, the operator adds ' +
    `${entryFor(destination, 'ADDRESS')} to ASSAY_ALLOW_NETWORKS`,
): NetworkFailure {
  const message = `${hostAndPort(destination)} cannot be fetched: the host has no public address${remedy}`
  return new NetworkFailure('address-not-allowed', message, { cause })
}
