import type { GitLimits } from './git-limits.ts'
import { MalformedAnswer, RemoteRefusal } from './malformed-answer.ts'
import { lineOf, type Packet, readPackets } from './pkt-line.ts'
import { isCommitId } from './ref-name.ts'

export interface RemoteRef {
  /** Full name, such as `HEAD` or `refs/heads/main`. */
  readonly name: string
  /** Object that the ref points to: a commit or an annotated tag. */
  readonly objectId: string
  /** Commit that an annotated tag points to. */
  readonly peeled?: string
  /** Branch that HEAD refers to. */
  readonly symbolicTarget?: string
}

/** Server's response to the first request. */
export interface Advertisement {
  /** Protocol version: 2, or 0 for versions 0 and 1, whose differences do not matter here. */
  readonly version: 0 | 2
  /** Protocol capabilities, such as `fetch=shallow filter`. */
  readonly capabilities: ReadonlyMap<string, string>
  /** Refs. Only servers with protocol version 0 or 1 send them in this response. */
  readonly refs: readonly RemoteRef[]
  /** True if the server has more refs than the limit. */
  readonly truncated: boolean
}

/**
 * Parses the response to `info/refs?service=git-upload-pack` (gitprotocol-http(5)). Throws MalformedAnswer or
 * RemoteRefusal.
 */
export async function readAdvertisement(stream: AsyncIterable<Buffer>, limits: GitLimits): Promise<Advertisement> {
  const packets = readPackets(stream)
  let first = await nextLine(packets)
  if (first?.startsWith('# service=')) {
    if (first !== '# service=git-upload-pack') throw new MalformedAnswer('does not offer read access')
    first = await nextLine(packets)
  }
  if (first === 'version 2')
    return { version: 2, capabilities: await readCapabilities(packets), refs: [], truncated: false }
  if (first === 'version 1') first = await nextLine(packets)
  return readOldAdvertisement(first, packets, limits)
}

/**
 * Returns the next line, or undefined if two flush packets follow each other, as in the list of an empty repository.
 */
async function nextLine(packets: AsyncGenerator<Packet, void>): Promise<string | undefined> {
  for (let flushes = 0; flushes < 2;) {
    const { value, done } = await packets.next()
    if (done === true) throw new MalformedAnswer('closed the connection without a response')
    if (typeof value !== 'string') return refusalOr(lineOf(value))
    flushes += 1
  }
  return undefined
}

async function readCapabilities(packets: AsyncGenerator<Packet, void>): Promise<Map<string, string>> {
  const capabilities = new Map<string, string>()
  let lines = 0
  for await (const line of packets) {
    if (typeof line === 'string') break
    if (++lines > 1_000) throw new MalformedAnswer('lists more than 1,000 capabilities')
    const [name = '', value = ''] = splitAtFirst(lineOf(line), '=')
    capabilities.set(name, value)
  }
  return capabilities
}

/**
 * Parses the older format (gitprotocol-pack(5)): first a line `ID NAME NUL CAPABILITIES`, then lines `ID NAME`, plus
 * `ID NAME^{}` for each annotated tag.
 */
async function readOldAdvertisement(
  first: string | undefined,
  packets: AsyncGenerator<Packet, void>,
  limits: GitLimits,
): Promise<Advertisement> {
  if (first === undefined) return { version: 0, capabilities: new Map(), refs: [], truncated: false }
  const [firstRef = '', words = ''] = splitAtFirst(first, '\0')
  if (!/^[0-9a-f]{40,64} \S/.test(firstRef))
    throw new MalformedAnswer('does not support the smart HTTP protocol of git')
  const capabilities = new Map<string, string>()
  const symbolic = new Map<string, string>()
  for (const word of words.split(' ').filter((word) => word !== '')) {
    const [name = '', value = ''] = splitAtFirst(word, '=')
    if (name === 'symref') symbolic.set(...pair(splitAtFirst(value, ':')))
    capabilities.set(name, value)
  }
  const refs = new Map<string, RemoteRef>()
  let truncated = false
  const take = (line: string) => {
    const [objectId = '', name = ''] = splitAtFirst(line, ' ')
    if (name === 'capabilities^{}' || objectId === 'shallow') return
    if (!isCommitId(objectId)) throw new MalformedAnswer('sent a ref list that could not be parsed')
    const tag = name.endsWith('^{}') ? refs.get(name.slice(0, -3)) : undefined
    const target = symbolic.get(name)
    if (tag !== undefined) refs.set(tag.name, { ...tag, peeled: objectId })
    else if (refs.size >= limits.maxRefs) truncated = true
    else refs.set(name, { name, objectId, ...(target !== undefined && { symbolicTarget: target }) })
  }
  take(firstRef)
  for await (const line of packets) {
    if (typeof line === 'string') break
    take(lineOf(line))
  }
  return { version: 0, capabilities, refs: [...refs.values()], truncated }
}

/** Returns the line. Throws RemoteRefusal if the line is an error message from the server. */
export function refusalOr(line: string): string {
  if (line.startsWith('ERR ')) throw new RemoteRefusal(line.slice(4))
  return line
}

export function splitAtFirst(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}

const pair = ([key = '', value = '']: readonly string[]): [string, string] => [key, value]
