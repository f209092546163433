import type { RegistryApiServer } from '../../db/registry/registry-api.ts'
import type { RegistryApiSource } from '../../db/registry/registry-api-versions.ts'
import { registryApiNameOf } from './registry-api-name.ts'
import type { RegistryApiDocument } from './registry-api-shape.ts'

/** Version described by a document, and additional data about its server. */
export interface DocumentParts {
  readonly publicUrl: string
  readonly version: string
  readonly sources: readonly RegistryApiSource[]
}

/**
 * Returns a generated server.json. It declares the stdio transport, which is what clients use by default for packages,
 * because nothing else is known about how to start the server.
 */
export function registryApiDocument(
  server: RegistryApiServer,
  { publicUrl, version, sources }: DocumentParts,
): RegistryApiDocument {
  const repository = repositoryOf(server, sources)
  const packages = packagesOf(server, version, sources)
  return {
    name: registryApiNameOf(publicUrl, server),
    title: bounded(server.name) || server.slug.slice(0, 100),
    description: bounded(server.description) || bounded(server.name) || server.slug.slice(0, 100),
    version: version.slice(0, 255),
    ...(repository && { repository }),
    ...(packages.length > 0 && { packages }),
  }
}

/** Returns a version's packages. If it is not the current version, only its own package is known. */
function packagesOf(
  server: RegistryApiServer,
  version: string,
  sources: readonly RegistryApiSource[],
): NonNullable<RegistryApiDocument['packages']> {
  return sources.flatMap(({ type, name, currentRevision }) => {
    if (type === 'git') return []
    const of = type === server.sourceType ? version : version === server.version ? currentRevision : null
    return of === null
      ? []
      : [{ registryType: type, identifier: name, version: of, transport: { type: 'stdio' as const } }]
  })
}

const forges: Readonly<Record<string, string>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
  'codeberg.org': 'codeberg',
}

/** Returns the repository that is joined with the server, or else the one that its package names. */
function repositoryOf(
  { repositoryUrl }: RegistryApiServer,
  sources: readonly RegistryApiSource[],
): RegistryApiDocument['repository'] {
  const own = sources.find(({ type }) => type === 'git')
  const url = URL.parse(own?.canonicalUrl ?? repositoryUrl)
  if (url?.protocol !== 'https:') return undefined
  return {
    url: url.href,
    source: forges[url.host] ?? url.host,
    ...(own && own.folder !== '' && { subfolder: own.folder }),
  }
}

/** Returns the text as a single line of at most 100 characters. */
function bounded(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.length <= 100
    ? line
    : `${line
        .slice(0, 99)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trimEnd()}…`
}
