import { packagePageUrl } from '../../../engine/sources/package-naming.ts'
import type { PublishedServer } from './publication.ts'
import { publishedPackages, repositoryOf } from './published-sources.ts'

/**
 * Returns a publication's trusted sources as canonical URLs. npm and PyPI packages are trusted because they must name
 * the server; the official registry rejects other publications. A repository is trusted if its owner matches the
 * namespace.
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
