import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateSync, inflate } from 'node:zlib'

/**
 * A long list as the result of a task: JSON pieces, each deflated and in Base64. The parent parses them one by one and
 * yields to other work in between, because parsing a list of 100,000 entries at once blocks its thread for a second.
 */
export type Slices = readonly string[]

/** Characters of JSON in a full piece: 5 ms to parse and check. */
const sliceCharacters = 256 * 1024
/** Maximum size of one piece. Its last entry may exceed the size above. */
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
 * For the parent: the lists of the pieces, one after the other. Throws for invalid pieces, and if all of them together
 * exceed `mostBytes`, because a child may send anything.
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
