import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateSync, inflate } from 'node:zlib'

/**
 * A long list as the result of a task: pieces of JSON, each deflated and in base64. The parent parses them one by one
 * and lets other work of the process have its turn in between: a list of 100,000 entries, parsed at once, keeps its
 * thread busy for a second.
 */
export type Slices = readonly string[]

/** Characters of JSON after which a piece is full: 5 ms to parse and check. */
const sliceCharacters = 256 * 1024
/** Of one piece. Its last entry may go beyond the above. */
const maxSliceBytes = 8 * 1024 * 1024

/** For a task: the list in pieces. */
export function toSlices(list: readonly unknown[]): Slices {
  const slices: string[] = []
  let texts: string[] = []
  let characters = 0
  const finish = () => {
    slices.push(deflateSync(`[${texts.join(',')}]`, { level: 1 }).toString('base64'))
    texts = []
    characters = 0
  }
  for (const item of list) {
    const text = JSON.stringify(item)
    texts.push(text)
    characters += text.length
    if (characters >= sliceCharacters) finish()
  }
  if (texts.length > 0) finish()
  return slices
}

const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

/**
 * For the parent: the lists of the pieces, one after the other. Throws for what is no such list, and when all of them
 * have more than `mostBytes`: a child may send anything.
 */
export async function* fromSlices(slices: Slices, maxBytes: number): AsyncIterable<readonly unknown[]> {
  let bytes = 0
  for (const slice of slices) {
    const json = await inflated(Buffer.from(slice, 'base64'), { maxOutputLength: maxSliceBytes })
    bytes += json.length
    if (bytes > maxBytes) throw new Error('a child answered with more than it may')
    const list: unknown = JSON.parse(json.toString())
    if (!Array.isArray(list)) throw new Error('a child answered with a piece that is no list')
    yield list
    await turn()
  }
}
