import ipaddr from 'ipaddr.js'
import type { AddressDecision } from './address-policy.ts'
import { type Destination, hostAndPort } from './destination.ts'
import { isWithin, parseIpAddress } from './ip-address.ts'
import { NetworkFailure } from './network.ts'

type Refused = Extract<AddressDecision, { allowed: false }>

/** Why a destination is refused, for the log and for whoever operates: the message tells what a name resolves to. */
export class AddressRefusal extends Error {
  override readonly name = 'AddressRefusal'
  /** The setting that would open it, whole; undefined: none does. */
  readonly setting: string | undefined

  constructor(message: string, setting?: string) {
    super(message)
    this.setting = setting
  }
}

/**
 * Refuses a destination for one of its addresses. The message may reach whoever submitted a scan, so
 * it never tells what a name resolves to: that, with the setting that opens it, is in the cause.
 */
export function addressRefused(destination: Destination, address: string, { reason }: Refused): NetworkFailure {
  const isLiteral = address === destination.host
  const detail =
    `${isLiteral ? hostAndPort(destination) : `${hostAndPort(destination)} resolves to ${address}, which`} ` +
    `${whatItIs[reason]}`
  const isOpenable = (reason === 'not-public' || reason === 'own-interface') && !givesCredentials(address)
  if (destination.purpose !== 'upstream') {
    const block = address.includes(':') ? `[${address}]` : address
    return refusedForStrangers(
      destination,
      new AddressRefusal(
        detail,
        isOpenable ? `ASSAY_ALLOW_NETWORKS=${destination.purpose}=${block}:${destination.port}` : undefined,
      ),
    )
  }
  const network = `${address}/${address.includes(':') ? 128 : 32}`
  const remedy = (network: string) =>
    isOpenable ? `; an operator can open it with ASSAY_ALLOW_NETWORKS=upstream=${network}` : ''
  const isTold = isLiteral || address === '127.0.0.1' || address === '::1'
  const full = `${detail}${remedy(network)}`
  const message = isTold ? full : `${hostAndPort(destination)} resolves to what ${whatItIs[reason]}${remedy('ADDRESS')}`
  return new NetworkFailure('address-not-allowed', message, { cause: new Error(full) })
}

/**
 * Where clouds give a machine its credentials. Who submits an address has chosen what it resolves to: nobody shall be
 * told to open these for him. A setting that is written all the same opens them.
 */
function givesCredentials(address: string): boolean {
  const parsed = parseIpAddress(address)
  return (
    parsed !== undefined &&
    (parsed.range() === 'linkLocal' || metadataServices.some((service) => isWithin(parsed, service)))
  )
}

/** Those that are not link-local (RFC 3927, RFC 4291): of Alibaba, Oracle, Azure, Amazon, Google. */
const metadataServices = [
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
].map((block) => ipaddr.parseCIDR(block))

/** A name without addresses. */
export function nameNotFound(destination: Destination, cause?: unknown): NetworkFailure {
  const detail = `${hostAndPort(destination)}: the name has no address; check its spelling`
  return destination.purpose === 'upstream'
    ? new NetworkFailure('name-not-found', detail, { cause })
    : refusedForStrangers(destination, new AddressRefusal(detail))
}

const whatItIs: Readonly<Record<Refused['reason'], string>> = {
  'not-an-address': 'is not an IP address',
  mapped: 'is an IPv4 address in IPv6 spelling',
  'not-public': 'is not a public address',
  'own-interface': 'is an address of this machine',
}

/**
 * One sentence for a private address and for a name that does not exist: told apart, they would let
 * anybody who submits addresses list the names and blocks of the operator's network. What really
 * happened is in the cause, for the log.
 */
function refusedForStrangers(destination: Destination, cause: AddressRefusal): NetworkFailure {
  const message =
    `${hostAndPort(destination)} cannot be fetched: the host has no public address. Only hosts on the public ` +
    'internet are contacted'
  return new NetworkFailure('address-not-allowed', message, { cause })
}
