import { packageNaming } from '../../../engine/sources/package-naming.ts'
import type { SlugSource } from './slug.ts'

/** The name of a package, or `OWNER/NAME` of a repository: from its address, not from what it calls itself. */
export function sourceNameOf({ type, canonicalUrl }: Pick<SlugSource, 'type' | 'canonicalUrl'>): string {
  const path = decodeURIComponent(new URL(canonicalUrl).pathname).replace(/^\/+|(?<!\/)\/+$/g, '')
  return type === 'git' ? path : packageNaming[type].nameInPath(path)
}

/**
 * What a server is called: its package, or its repository without owner, with the folder in a repository of several.
 */
export function serverNameOf(source: SlugSource): string {
  const name = sourceNameOf(source)
  if (source.type !== 'git') return name
  const repository = name.slice(name.lastIndexOf('/') + 1)
  return source.folder === '' ? repository : `${repository}/${source.folder}`
}
