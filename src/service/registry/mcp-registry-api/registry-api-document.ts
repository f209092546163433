import type { RegistryApiServer } from '../../db/registry/registry-api.ts'
import type { RegistryApiSource } from '../../db/registry/registry-api-versions.ts'
import { registryApiNameOf } from './registry-api-name.ts'
import type { RegistryApiDocument } from './registry-api-shape.ts'

/** Which version a document is of, with what stands beside the server. */
export interface DocumentParts {
  readonly publicUrl: string
  readonly version: string
  readonly sources: readonly RegistryApiSource[]
}

/**
 * A server.json made from what is known of a server. That a package is started and spoken to by its standard streams is
 * what clients do with packages; nothing else is known of how it is to be started.
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

/** Of a version that is not the current one, only the package that it is a version of is known. */
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

/** The repository that is one with the server; else the one of which its package says that it is from there. */
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

/** One line of at most 100 characters. */
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
