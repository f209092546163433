import { UnreadableManifest } from '../manifest-reader.ts'
import { isTable, type Table, withoutByteOrderMark } from './document.ts'

/** Reads a document of JSON whose root is an object. */
export function parseJson(text: string): Table {
  let root: unknown
  try {
    root = JSON.parse(withoutByteOrderMark(text))
  } catch {
    throw new UnreadableManifest('is not JSON')
  }
  if (!isTable(root)) throw new UnreadableManifest('is not a JSON object')
  return root
}
