import { type Advertisement, refusalOr } from './advertisement.ts'
import type { GitLimits } from './git-limits.ts'
import { MalformedAnswer, RemoteRefusal } from './malformed-answer.ts'
import { delimiter, flush, lineOf, type Packet, packet, readPackets } from './pkt-line.ts'
import { objectFormatOf } from './remote-refs.ts'
import type { RemoteRepository } from './remote-repository.ts'

export interface PackRequest {
  readonly wants: readonly string[]
  /** Commit to exclude, together with all of its ancestors. The request claims that the client already has it. */
  readonly without?: string
  /** True to omit the history of the requested commits. */
  readonly isShallow?: boolean
  /** Filter for objects to omit (git-rev-list(1), `--filter`). Not sent to servers without filter support. */
  readonly filter?: string
  readonly maxBytes: number
}

/** Reports whether a server supports filters. */
export function knowsFilters({ version, capabilities }: Advertisement): boolean {
  return version === 2 ? (capabilities.get('fetch') ?? '').split(' ').includes('filter') : capabilities.has('filter')
}

/**
 * Requests a pack, checks its header, and streams its bytes as they arrive. Throws NetworkFailure, MalformedAnswer, and
 * RemoteRefusal.
 */
export async function* requestPack(
  remote: RemoteRepository,
  request: PackRequest,
  limits: GitLimits,
): AsyncGenerator<Buffer, void> {
  const { advertisement } = remote
  const body =
    advertisement.version === 2 ? requestOfVersion2(advertisement, request) : requestOfVersion0(advertisement, request)
  // Allows extra bytes for headers: each side-band packet has a header of five bytes and may carry only one byte.
  const packets = readPackets(
    remote.ask(body, request.maxBytes + Math.ceil(request.maxBytes / 8) + limits.maxListingBytes),
  )
  const pack = packBehind(packets, advertisement.version === 2 ? beginsPackOfVersion2 : beginsPackOfVersion0)
  yield* checked(pack, request.maxBytes, limits)
}

function requestOfVersion2(
  advertisement: Advertisement,
  { wants, without, isShallow = false, filter }: PackRequest,
): string {
  const words = (advertisement.capabilities.get('fetch') ?? '').split(' ')
  return [
    packet('command=fetch'),
    ...objectFormatOf(advertisement.capabilities),
    delimiter,
    packet('no-progress'),
    packet('ofs-delta'),
    ...(isShallow && words.includes('shallow') ? [packet('deepen 1')] : []),
    ...(filter !== undefined && knowsFilters(advertisement) ? [packet(`filter ${filter}`)] : []),
    ...wants.map((want) => packet(`want ${want}`)),
    ...havesOf(without),
    packet('done'),
    flush,
  ].join('')
}

function requestOfVersion0(
  advertisement: Advertisement,
  { wants, without, isShallow = false, filter }: PackRequest,
): string {
  const { capabilities } = advertisement
  if (!capabilities.has('side-band-64k')) throw new MalformedAnswer('runs a git version that is too old')
  const format = capabilities.get('object-format')
  const words = [
    ...['multi_ack_detailed', 'side-band-64k', 'ofs-delta', 'no-progress', 'filter'].filter((word) =>
      capabilities.has(word),
    ),
    ...(format === undefined ? [] : [`object-format=${format}`]),
  ].join(' ')
  return [
    ...wants.map((want, index) => packet(`want ${want}${index === 0 ? ` ${words}` : ''}`)),
    ...(isShallow && capabilities.has('shallow') ? [packet('deepen 1')] : []),
    ...(filter !== undefined && knowsFilters(advertisement) ? [packet(`filter ${filter}`)] : []),
    flush,
    ...havesOf(without),
    packet('done'),
  ].join('')
}

const havesOf = (without: string | undefined) => (without === undefined ? [] : [packet(`have ${without}`)])

/**
 * Reports whether this line precedes the pack in version 2, in which the pack is the last of several named sections
 * (gitprotocol-v2(5), `fetch`).
 */
const beginsPackOfVersion2 = (line: string) => line === 'packfile'

/**
 * Reports whether this line precedes the pack in version 0. It is `NAK` or `ACK ID` and follows any `shallow` and `ACK
 * ID common` lines (gitprotocol-pack(5)).
 */
const beginsPackOfVersion0 = (line: string) => /^(?:NAK|ACK [0-9a-f]+)$/.test(line)

/** Yields the side-band bytes between the line that precedes the pack and the flush that ends it. */
async function* packBehind(
  packets: AsyncIterable<Packet>,
  begins: (line: string) => boolean,
): AsyncGenerator<Buffer, void> {
  let inPack = false
  for await (const line of packets) {
    if (inPack) {
      if (typeof line === 'string') return
      yield* sideBand(line)
    } else if (typeof line !== 'string') inPack = begins(refusalOr(lineOf(line)))
  }
  throw new MalformedAnswer(inPack ? 'closed the connection before the end of the pack' : 'sent no pack')
}

/**
 * Splits off the first byte, which states what the rest contains: 1 for the pack, 2 for messages, 3 for a fatal error.
 */
function* sideBand(line: Buffer): Generator<Buffer, void> {
  if (line[0] === 1) yield line.subarray(1)
  else if (line[0] === 3) throw new RemoteRefusal(lineOf(line.subarray(1)))
  else if (line[0] !== 2) throw new MalformedAnswer('sent a pack in an unknown format')
}

const headerBytes = 12

/**
 * Counts the bytes in a pack and checks its header (gitformat-pack(5)) before git does, because git allocates memory
 * for the declared number of objects.
 */
async function* checked(
  pack: AsyncIterable<Buffer>,
  maxBytes: number,
  limits: GitLimits,
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  let header: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of pack) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new PackTooLarge(`more than ${maxBytes / 2 ** 20} MiB even without history`)
    if (header === undefined) {
      yield chunk
      continue
    }
    header = Buffer.concat([header, chunk])
    if (header.length < headerBytes) continue
    if (header.toString('latin1', 0, 4) !== 'PACK') throw new MalformedAnswer('sent an invalid pack')
    const objects = header.readUInt32BE(8)
    if (objects > limits.maxPackObjects)
      throw new PackTooLarge(`${objects} objects, which exceeds the limit of ${limits.maxPackObjects}`)
    yield header
    header = undefined
  }
  if (header !== undefined) throw new MalformedAnswer('sent an invalid pack')
}

/** Thrown if a pack exceeds the limit. The message is the end of a sentence. */
export class PackTooLarge extends Error {
  override readonly name = 'PackTooLarge'
}
