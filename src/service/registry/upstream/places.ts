import { packagePageUrl } from '../../../engine/sources/package-naming.ts'
import type { PublishedServer } from './publication.ts'
import { publishedPackages, repositoryOf } from './published-sources.ts'

/**
 * Of what a publication names, what it can be believed to be, as canonical addresses. Packages of npm and PyPI, which
 * name the server in turn: the official registry takes no publication otherwise. Of repositories only those whose owner
 * the name space shows.
 */
export function placesOf(server: PublishedServer): string[] {
  const packages = publishedPackages(server).map(({ ecosystem, name }) => packagePageUrl(ecosystem, name))
  const repository = repositoryOf(server)
  const owner = /^io\.github\.([^/]+)\//i.exec(server.name)?.[1]?.toLowerCase()
  const isOwn = owner !== undefined && repository?.url.startsWith(`https://github.com/${owner}/`)
  return [
    ...new Set([
      ...packages,
      ...(repository && isOwn
        ? [repository.folder === '' ? repository.url : `${repository.url} ${repository.folder}`]
        : []),
    ]),
  ]
}
