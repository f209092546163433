import { packageNaming } from '../../../engine/sources/package-naming.ts'
import type { SlugSource } from './slug.ts'

/** Returns the name of a package, or `OWNER/NAME` of a repository. Uses the URL and not the source's own metadata. */
export function sourceNameOf({ type, canonicalUrl }: Pick<SlugSource, 'type' | 'canonicalUrl'>): string {
  const path = decodeURIComponent(new URL(canonicalUrl).pathname).replace(/^\/+|(?<!\/)\/+$/g, '')
  return type === 'git' ? path : packageNaming[type].nameInPath(path)
}

/**
 * Returns the name of a server: its package, or its repository without the owner. Includes the folder if the source has
 * one.
 */
export function serverNameOf(source: SlugSource): string {
  const name = sourceNameOf(source)
  if (source.type !== 'git') return name
  const repository = name.slice(name.lastIndexOf('/') + 1)
  return source.folder === '' ? repository : `${repository}/${source.folder}`
}
