import type { SlugSearch } from '../../db/registry/registry-api.ts'

/** Returns the namespace of generated names: the service's domain in reverse order. IP addresses are not reversed. */
export function registryApiNamespace(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  // The name schema allows letters, digits, dots, and dashes.
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return hostname.replaceAll(/[^a-zA-Z0-9.-]/g, '-')
  return hostname.split('.').toReversed().join('.')
}

/** Maximum length of a name in the server.json schema. */
const maxCharacters = 200

/**
 * Returns the generated name for a server that has no name in another registry. It changes only with the slug or the
 * service's domain.
 */
export function registryApiNameOf(
  publicUrl: string,
  { id, slug }: { readonly id: string; readonly slug: string },
): string {
  const name = `${registryApiNamespace(publicUrl)}/${slug}`
  return name.length <= maxCharacters ? name : `${registryApiNamespace(publicUrl)}/${id}`
}

/** Returns the slug or ID in a generated name, or undefined if the namespace is a different one. */
export function idOrSlugIn(publicUrl: string, name: string): string | undefined {
  const namespace = `${registryApiNamespace(publicUrl)}/`
  return name.startsWith(namespace) ? name.slice(namespace.length) : undefined
}

/**
 * Returns the condition on slugs for a search text: `any` if the namespace contains the text, `none` if no generated
 * name can contain it. Otherwise the slug must contain the text, or start with the part after the slash.
 */
export function slugSearch(publicUrl: string, search: string): SlugSearch | 'any' | 'none' {
  const wanted = search.toLowerCase()
  const namespace = `${registryApiNamespace(publicUrl)}/`.toLowerCase()
  if (namespace.includes(wanted)) return 'any'
  const slash = wanted.indexOf('/')
  if (slash < 0) return { text: wanted, isBeginning: false }
  return namespace.endsWith(wanted.slice(0, slash + 1)) ? { text: wanted.slice(slash + 1), isBeginning: true } : 'none'
}
