import type { SlugSearch } from '../../db/registry/registry-api.ts'

/**
 * Namespace of generated names: the host of the service, with its domain labels reversed. IP addresses are not
 * reversed.
 */
export function registryApiNamespace(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  // The name schema allows letters, digits, dots, and dashes.
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return hostname.replaceAll(/[^a-zA-Z0-9.-]/g, '-')
  return hostname.split('.').toReversed().join('.')
}

/** Maximum length of a name in the schema of server.json. */
const maxCharacters = 200

/**
 * The generated name of a server without a name in another registry. It is stable as long as the slug and the service
 * are.
 */
export function registryApiNameOf(
  publicUrl: string,
  { id, slug }: { readonly id: string; readonly slug: string },
): string {
  const name = `${registryApiNamespace(publicUrl)}/${slug}`
  return name.length <= maxCharacters ? name : `${registryApiNamespace(publicUrl)}/${id}`
}

/** The slug or ID in a generated name. Undefined for a different namespace. */
export function idOrSlugIn(publicUrl: string, name: string): string | undefined {
  const namespace = `${registryApiNamespace(publicUrl)}/`
  return name.startsWith(namespace) ? name.slice(namespace.length) : undefined
}

/**
 * What part of a name requires of slugs: any slug, if the namespace contains the part; none, if no generated name can
 * contain it; otherwise a part of the slug, or its prefix if the part follows the slash.
 */
export function slugSearch(publicUrl: string, search: string): SlugSearch | 'any' | 'none' {
  const wanted = search.toLowerCase()
  const namespace = `${registryApiNamespace(publicUrl)}/`.toLowerCase()
  if (namespace.includes(wanted)) return 'any'
  const slash = wanted.indexOf('/')
  if (slash < 0) return { text: wanted, isBeginning: false }
  return namespace.endsWith(wanted.slice(0, slash + 1)) ? { text: wanted.slice(slash + 1), isBeginning: true } : 'none'
}
