import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'templates')
const cache = new Map()

/** Returns the text of a template, reading each file once. */
export async function loadTemplate(name) {
  const known = cache.get(name)
  if (known) return known
  const source = await readFile(path.join(folder, name), 'utf8')
  cache.set(name, source)
  return source
}
