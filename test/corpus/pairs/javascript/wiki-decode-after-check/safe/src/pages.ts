import { readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

const PAGES = resolve('wiki')

export async function readPage(address: string): Promise<string> {
  const page = join(PAGES, decodeURIComponent(address))
  if (!page.startsWith(PAGES + sep)) {
    throw new Error('Bad page address')
  }
  return readFile(page, 'utf8')
}
