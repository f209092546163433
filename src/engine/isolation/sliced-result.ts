import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateSync, inflate } from 'node:zlib'

/**
 * A task's long result list as pieces of JSON, each deflated and encoded in base64. The parent parses the pieces one at
 * a time and yields to other work in between, because parsing a list of 100,000 entries at once would block its thread
 * for a second.
 */
export type Slices = readonly string[]

/** Size of a full piece in JSON characters. A piece of this size takes 5 ms to parse and validate. */
const sliceCharacters = 256 * 1024
/** Maximum size of one piece. Larger than `sliceCharacters`, because the last entry of a piece can exceed that size. */
const maxSliceBytes = 8 * 1024 * 1024

/** Splits a list into pieces. Called by a task. */
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
 * Yields the list in each piece, in order. Called by the parent. A child may send anything, so this throws if a piece
 * is invalid or all pieces together exceed `maxBytes`.
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
