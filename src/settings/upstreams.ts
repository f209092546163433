import type { Config } from './settings.ts'

/** Returns the addresses that this installation contacts for the purpose `upstream`. */
export function upstreamsOf({
  mcpRegistry,
  npmDownloads,
  pypiDownloads,
  npmRegistry,
  npmRegistryByScope,
  pypiIndex,
  publicPypiFiles,
  mavenRepository,
  cratesIndex,
  sigstoreTrustUrl,
  osvBases,
  kevUrl,
  epssUrl,
  githubPlace,
  githubOidcIssuer,
}: Config): string[] {
  return [
    npmRegistry,
    ...npmRegistryByScope.values(),
    pypiIndex,
    publicPypiFiles,
    mavenRepository,
    cratesIndex,
    sigstoreTrustUrl,
    ...osvBases,
    kevUrl,
    epssUrl,
    githubPlace.apiUrl,
    githubOidcIssuer,
    ...[mcpRegistry, npmDownloads, pypiDownloads].filter((address) => address !== undefined),
  ]
}
