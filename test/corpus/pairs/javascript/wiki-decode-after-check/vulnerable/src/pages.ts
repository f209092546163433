import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const PAGES = resolve('wiki')

export async function readPage(address: string): Promise<string> {
  if (address.includes('..') || address.startsWith('/')) {
    throw new Error('Bad page address')
  }
  const page = decodeURIComponent(address)
  return readFile(join(PAGES, page), 'utf8')
}
