import { createHash } from 'node:crypto'
import { slugLimits } from '../slug-limits.ts'
import type { PublicSourceType } from '../../../engine/model/target.ts'
import { packageNaming } from '../../../engine/sources/package-naming.ts'

export interface SlugSource {
  readonly type: PublicSourceType
  /** URL of the package or repository, without the revision. */
  readonly canonicalUrl: string
  /** Folder in the repository. Empty for its root, and for a package. */
  readonly folder: string
}

/**
 * Returns a source's possible slugs, best first: a readable one if the name can be recovered from it, then a unique one
 * with a hash.
 */
export function slugsOf(source: SlugSource): readonly [string, ...string[]] {
  const { prefix, name } = wordsOf(source)
  const plain = `${prefix}-${slugText(name)}`
  const hashed = `${plain.slice(0, maxSlugLength - 9).replace(/(?<!-)-+$/, '')}-${hashOf(source, 8)}`
  // A collision requires another source with the same name and the same 8 hash digits.
  const certain = `${plain.slice(0, maxSlugLength - 33).replace(/(?<!-)-+$/, '')}-${hashOf(source, 32)}`
  return isReversible(source, plain) ? [plain, hashed, certain] : [hashed, certain]
}

const maxSlugLength = slugLimits.maxCharacters

const forges: Readonly<Record<string, string>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
  'codeberg.org': 'codeberg',
}

function wordsOf({ type, canonicalUrl, folder }: SlugSource): { readonly prefix: string; readonly name: string } {
  const url = new URL(canonicalUrl)
  const path = decodedPath(url)
  if (type !== 'git') return { prefix: type, name: packageNaming[type].nameInPath(path) }
  const forge = forges[url.host]
  const name = folder === '' ? path : `${path}/${folder}`
  return forge === undefined ? { prefix: 'git', name: `${url.host}/${name}` } : { prefix: forge, name }
}

function decodedPath({ pathname }: URL): string {
  const path = pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the name in lowercase. Each run of characters other than ASCII letters and digits becomes one dash. */
function slugText(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|(?<!-)-+$/g, '') || 'x'
  )
}

/**
 * Reports whether the source can be recovered from a slug, so that no other source has the same slug. A package name
 * starts after the first dash. For a repository, the owner ends at the next dash, and the rest is the name. A name that
 * ends like a hash could be confused with a slug that has one.
 */
function isReversible({ type, canonicalUrl, folder }: SlugSource, plain: string): boolean {
  if (plain.length > maxSlugLength || /-[0-9a-f]{8}(?:[0-9a-f]{24})?$/.test(plain) || folder !== '') return false
  const [, prefix = '', name = ''] = /^([a-z]+)-(.+)$/.exec(plain) ?? []
  if (type !== 'git') return packageNaming[type].pageUrl(name) === canonicalUrl
  const host = Object.entries(forges).find(([, forge]) => forge === prefix)?.[0]
  return host !== undefined && `https://${host}/${name.replace('-', '/')}` === canonicalUrl
}

function hashOf({ canonicalUrl, folder }: SlugSource, digits: number): string {
  return createHash('sha256')
    .update(folder === '' ? canonicalUrl : `${canonicalUrl}#${folder}`)
    .digest('hex')
    .slice(0, digits)
}
