import type { Config } from './settings.ts'

/** Returns the URLs that this installation may contact in requests with the purpose `upstream`. */
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
