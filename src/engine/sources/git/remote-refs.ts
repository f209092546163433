import { type RemoteRef, refusalOr } from './advertisement.ts'
import type { GitLimits } from './git-limits.ts'
import { MalformedAnswer } from './malformed-answer.ts'
import { delimiter, flush, lineOf, packet, readPackets } from './pkt-line.ts'
import { isCommitId } from './ref-name.ts'
import type { RemoteRepository } from './remote-repository.ts'

export interface RefList {
  readonly refs: readonly RemoteRef[]
  /** True if the list exceeds the limit, in which case the rest was not read. */
  readonly truncated: boolean
}

/**
 * Lists refs whose names start with one of the prefixes, at most `limits.refs`. Version 2 servers filter the list.
 * Older servers have already sent all refs.
 */
export async function listRefs(
  { advertisement, ask }: RemoteRepository,
  prefixes: readonly string[],
  limits: GitLimits,
): Promise<RefList> {
  const isWanted = ({ name }: RemoteRef) => prefixes.some((prefix) => name.startsWith(prefix))
  if (advertisement.version === 0)
    return { refs: advertisement.refs.filter(isWanted), truncated: advertisement.truncated }

  const request = [
    packet('command=ls-refs'),
    ...objectFormatOf(advertisement.capabilities),
    delimiter,
    packet('peel'),
    packet('symrefs'),
    ...prefixes.map((prefix) => packet(`ref-prefix ${prefix}`)),
    flush,
  ]
  const refs: RemoteRef[] = []
  for await (const line of readPackets(ask(request.join(''), limits.maxListingBytes))) {
    if (typeof line === 'string') break
    if (refs.length >= limits.maxRefs) return { refs, truncated: true }
    const ref = parseRef(refusalOr(lineOf(line)))
    // A server may ignore prefixes (gitprotocol-v2(5)).
    if (ref !== undefined && isWanted(ref)) refs.push(ref)
  }
  return { refs, truncated: false }
}

/** Returns the request line that selects the hash algorithm for object IDs. Needed for servers that support several. */
export function objectFormatOf(capabilities: ReadonlyMap<string, string>): string[] {
  const format = capabilities.get('object-format')
  return format === 'sha1' || format === 'sha256' ? [packet(`object-format=${format}`)] : []
}

/**
 * Parses `ID NAME`, followed by `symref-target:NAME` and `peeled:ID`. Returns undefined for a branch without commits.
 */
function parseRef(line: string): RemoteRef | undefined {
  const [objectId = '', name, ...attributes] = line.split(' ')
  if (objectId === 'unborn') return undefined
  if (!isCommitId(objectId) || name === undefined) throw new MalformedAnswer('sent a ref list that could not be parsed')
  const attribute = (key: string) => attributes.find((text) => text.startsWith(`${key}:`))?.slice(key.length + 1)
  const peeled = attribute('peeled')
  const symbolicTarget = attribute('symref-target')
  return {
    name,
    objectId,
    ...(peeled !== undefined && isCommitId(peeled) && { peeled }),
    ...(symbolicTarget !== undefined && { symbolicTarget }),
  }
}
