import type { SlugSearch } from '../../db/registry/registry-api.ts'

/**
 * What stands before the slash of the names of our own servers: the host of the service, reversed as domain names are;
 * addresses stay as they are.
 */
export function registryApiNamespace(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  // The schema of names has letters, digits, dots and dashes.
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return hostname.replaceAll(/[^a-zA-Z0-9.-]/g, '-')
  return hostname.split('.').toReversed().join('.')
}

/** The longest name that the schema of server.json takes. */
const maxCharacters = 200

/** The name of a server that no other registry has named: it holds as long as slug and service do. */
export function registryApiNameOf(
  publicUrl: string,
  { id, slug }: { readonly id: string; readonly slug: string },
): string {
  const name = `${registryApiNamespace(publicUrl)}/${slug}`
  return name.length <= maxCharacters ? name : `${registryApiNamespace(publicUrl)}/${id}`
}

/** The slug or id in a name of ours; undefined for one in another namespace. */
export function idOrSlugIn(publicUrl: string, name: string): string | undefined {
  const namespace = `${registryApiNamespace(publicUrl)}/`
  return name.startsWith(namespace) ? name.slice(namespace.length) : undefined
}

/**
 * What a part of a name asks of slugs: any, where the namespace has it; none, where it can be in no name of ours; else
 * a part of the slug, or, behind the slash, its beginning.
 */
export function slugSearch(publicUrl: string, search: string): SlugSearch | 'any' | 'none' {
  const wanted = search.toLowerCase()
  const namespace = `${registryApiNamespace(publicUrl)}/`.toLowerCase()
  if (namespace.includes(wanted)) return 'any'
  const slash = wanted.indexOf('/')
  if (slash < 0) return { text: wanted, isBeginning: false }
  return namespace.endsWith(wanted.slice(0, slash + 1)) ? { text: wanted.slice(slash + 1), isBeginning: true } : 'none'
}
