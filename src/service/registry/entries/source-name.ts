import { packageNaming } from '../../../engine/sources/package-naming.ts'
import type { SlugSource } from './slug.ts'

/** The name of a package, or `OWNER/NAME` of a repository, from its URL and not from its own metadata. */
export function sourceNameOf({ type, canonicalUrl }: Pick<SlugSource, 'type' | 'canonicalUrl'>): string {
  const path = decodeURIComponent(new URL(canonicalUrl).pathname).replace(/^\/+|(?<!\/)\/+$/g, '')
  return type === 'git' ? path : packageNaming[type].nameInPath(path)
}

/**
 * The name of a server: its package, or its repository without the owner. Includes the folder if the repository has
 * several.
 */
export function serverNameOf(source: SlugSource): string {
  const name = sourceNameOf(source)
  if (source.type !== 'git') return name
  const repository = name.slice(name.lastIndexOf('/') + 1)
  return source.folder === '' ? repository : `${repository}/${source.folder}`
}
