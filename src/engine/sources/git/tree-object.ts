import { MalformedAnswer } from './malformed-answer.ts'

export interface TreeEntry {
  readonly kind: 'file' | 'folder' | 'link' | 'submodule' | 'unknown'
  /** Decoded name. Bytes that are not UTF-8 become U+FFFD, and `refusal` is set. */
  readonly name: string
  readonly objectId: string
  /** Why the name cannot be part of a path, as the end of a sentence. */
  readonly refusal?: string
}

/**
 * Parses the raw content of a tree object: repeated `MODE NAME NUL ID` with a binary ID. Entries that git's own checks
 * would reject get a `refusal`. Throws MalformedAnswer only if the content cannot be split into entries.
 */
export function* parseTree(content: Buffer, objectIdBytes: number): Generator<TreeEntry, void> {
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at)
    const nul = content.indexOf(0, at)
    const end = nul + 1 + objectIdBytes
    if (space === -1 || nul < space || space - at > 8 || end > content.length)
      throw new MalformedAnswer('sent a folder that could not be parsed')
    const bytes = content.subarray(space + 1, nul)
    const name = bytes.toString('utf8')
    const refusal = refusalOf(name, bytes)
    yield {
      kind: kindOf(content.toString('latin1', at, space)),
      name,
      objectId: content.toString('hex', nul + 1, end),
      ...(refusal !== undefined && { refusal }),
    }
    at = end
  }
}

/**
 * Returns the kind of an entry based on the type bits in its mode. Ignores other bits, because old tools wrote leading
 * zeros and group-writable permissions.
 */
function kindOf(mode: string): TreeEntry['kind'] {
  if (!/^[0-7]+$/.test(mode)) return 'unknown'
  switch (Number.parseInt(mode, 8) >> 12) {
    case 0o10:
      return 'file'
    case 0o04:
      return 'folder'
    case 0o12:
      return 'link'
    case 0o16:
      return 'submodule'
    default:
      return 'unknown'
  }
}

/** Applies the rules of `archive-path.ts` to one segment. Windows device names are allowed here. */
function refusalOf(name: string, bytes: Buffer): string | undefined {
  if (name === '' || name === '.') return 'its name is empty or a dot'
  if (name === '..') return 'its name points outside the repository'
  if (name.includes('/')) return 'its name contains a slash'
  if (name.includes('\\')) return 'its name contains a backslash'
  if (/^[A-Za-z]:/.test(name)) return 'its name starts with a drive letter'
  // git's own checks reject this name regardless of case.
  if (name.toLowerCase() === '.git') return 'its name is .git'
  if (name.includes('\uFFFD') && !Buffer.from(name).equals(bytes)) return 'its name is not valid UTF-8'
  return undefined
}

/** Returns a commit object's tree ID, which is in its first line `tree ID`. */
export function treeOfCommit(content: Buffer, objectIdBytes: number): string {
  const [, tree] = /^tree ([0-9a-f]+)\n/.exec(content.toString('latin1', 0, 100)) ?? []
  if (tree?.length !== objectIdBytes * 2) throw new MalformedAnswer('sent a commit that could not be parsed')
  return tree
}

/** Returns a commit object's parents, which are in the header before the first empty line. */
export function parentsOfCommit(content: Buffer): string[] {
  const end = content.indexOf('\n\n')
  const head = content.toString('latin1', 0, end === -1 ? content.length : end)
  return [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent)
}
