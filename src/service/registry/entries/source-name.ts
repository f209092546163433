import { packageNaming } from '../../../engine/sources/package-naming.ts'
import type { SlugSource } from './slug.ts'

/** Returns a package's name, or a repository's `OWNER/NAME`. Uses the URL instead of the source's own metadata. */
export function sourceNameOf({ type, canonicalUrl }: Pick<SlugSource, 'type' | 'canonicalUrl'>): string {
  const path = decodeURIComponent(new URL(canonicalUrl).pathname).replace(/^\/+|(?<!\/)\/+$/g, '')
  return type === 'git' ? path : packageNaming[type].nameInPath(path)
}

/**
 * Returns a server's name: its package, or its repository without the owner. Includes the folder if the source has one.
 */
export function serverNameOf(source: SlugSource): string {
  const name = sourceNameOf(source)
  if (source.type !== 'git') return name
  const repository = name.slice(name.lastIndexOf('/') + 1)
  return source.folder === '' ? repository : `${repository}/${source.folder}`
}
